-- all.lua: a little of everything that Lua programs do; some seconds of work.
-- usage: lua all.lua [SIZE]      1000, the default, is about two seconds
--
-- usage: lua all.lua SIZE calm     leaves out what makes Lua itself longjmp: errors, yields
--
-- Prints a checksum for each part: the work is the same from run to run.

local size = tonumber(arg and arg[1]) or 1000
local is_calm = arg and arg[2] == "calm"

-- A generator of our own: math.random is seeded by the clock.
local seed = 42
local function random(n)
  seed = (seed * 1103515245 + 12345) % 2147483648
  return seed // 65536 % n + 1
end

local parts = {}

-- Deep calls -----------------------------------------------------------------------

local function fib(n)
  if n < 2 then return n end
  return fib(n - 1) + fib(n - 2)
end

function parts.calls()
  local sum = 0
  for _ = 1, size do sum = sum + fib(17) end
  local function depth(n) if n == 0 then return 0 end return 1 + depth(n - 1) end
  for _ = 1, size do sum = sum + depth(5000) end
  local function count(n, total) if n == 0 then return total end return count(n - 1, total + 1) end
  for _ = 1, size do sum = sum + count(5000, 0) end
  return sum
end

-- Trees of tables ------------------------------------------------------------------

local Tree = {}
Tree.__index = Tree

function Tree.insert(node, key, value)
  if not node then return setmetatable({key = key, value = value}, Tree) end
  if key < node.key then
    node.left = Tree.insert(node.left, key, value)
  elseif key > node.key then
    node.right = Tree.insert(node.right, key, value)
  else
    node.value = value
  end
  return node
end

function Tree:walk(visit)
  if self.left then self.left:walk(visit) end
  visit(self.key, self.value)
  if self.right then self.right:walk(visit) end
end

function parts.trees()
  local sum = 0
  for round = 1, size do
    local root
    for i = 1, 400 do root = Tree.insert(root, random(1000), i) end
    root:walk(function(key, value) sum = (sum + key * value + round) % 1000003 end)
  end
  return sum
end

-- Sorting --------------------------------------------------------------------------

local function quicksort(list, low, high)
  while low < high do
    local pivot, i, j = list[(low + high) // 2], low, high
    while i <= j do
      while list[i] < pivot do i = i + 1 end
      while list[j] > pivot do j = j - 1 end
      if i <= j then
        list[i], list[j] = list[j], list[i]
        i, j = i + 1, j - 1
      end
    end
    quicksort(list, low, j)
    low = i
  end
end

function parts.sorting()
  local sum = 0
  for _ = 1, size do
    local mine, theirs, words = {}, {}, {}
    for i = 1, 800 do
      mine[i] = random(100000)
      theirs[i] = mine[i]
      words[i] = "w" .. mine[i]
    end
    quicksort(mine, 1, #mine)
    table.sort(theirs)
    table.sort(words, function(a, b) return a > b end)
    for i = 1, #mine do assert(mine[i] == theirs[i]) end
    sum = (sum + mine[400] + #words[1]) % 1000003
  end
  return sum
end

-- Strings --------------------------------------------------------------------------

local text = [[
It was the best of times, it was the worst of times, it was the age of wisdom, it was the age
of foolishness, it was the epoch of belief, it was the epoch of incredulity, it was the season
of Light, it was the season of Darkness, it was the spring of hope, it was the winter of despair.
]]

function parts.strings()
  local sum = 0
  for round = 1, size * 4 do
    local counts, longest = {}, ""
    for word in text:gmatch("%a+") do
      local key = word:lower()
      counts[key] = (counts[key] or 0) + 1
      if #word > #longest then longest = word end
    end
    local pieces = {}
    for word, count in pairs(counts) do
      pieces[#pieces + 1] = string.format("%-12s %5d %8.3f %x", word, count, count / 7, count * round)
    end
    table.sort(pieces)
    local joined = table.concat(pieces, "\n")
    local changed = joined:gsub("(%w+)%s+(%d+)", "%2 %1"):upper():reverse()
    sum = (sum + #changed + changed:byte(10) + (joined:find("WINTER", 1, true) or 1)
      + #longest + #text:rep(3, "-")) % 1000003
  end
  return sum
end

function parts.building()
  local sum = 0
  for _ = 1, size do
    local s = ""
    for i = 1, 300 do s = s .. string.char(97 + i % 26) end
    for i = 1, #s - 3, 3 do
      if s:sub(i, i + 2) == "abc" then sum = sum + 1 end
      sum = sum + (tonumber(s:byte(i) .. "") or 0) % 3
    end
    local packed = string.pack("<i4dz", sum, 1.5, s)
    local a, b, c = string.unpack("<i4dz", packed)
    sum = (sum + a + b + #c) % 1000003 // 1
  end
  return sum
end

-- Numbers --------------------------------------------------------------------------

local function matrix(n, f)
  local m = {}
  for i = 1, n do
    local row = {}
    for j = 1, n do row[j] = f(i, j) end
    m[i] = row
  end
  return m
end

local function multiply(a, b)
  local n = #a
  return matrix(n, function(i, j)
    local sum, row = 0.0, a[i]
    for k = 1, n do sum = sum + row[k] * b[k][j] end
    return sum
  end)
end

function parts.numbers()
  local sum = 0
  for round = 1, size do
    local a = matrix(16, function(i, j) return (i * j + round) % 7 / 3 end)
    local b = multiply(a, a)
    sum = (sum + math.floor(b[3][5] * 1000)) % 1000003
    local bits = 0
    for i = 1, 2000 do bits = (bits ~ (i << (i & 7))) & 0xffffff | (i >> 2) end
    local longest = 0
    for start = 1, 60 do
      local n, steps = start, 0
      while n ~= 1 do
        n = n % 2 == 0 and n // 2 or 3 * n + 1
        steps = steps + 1
      end
      if steps > longest then longest = steps end
    end
    sum = (sum + bits + longest + math.tointeger(2.0 ^ 10) + (-7 // 2) + (-7 % 3)) % 1000003
  end
  return sum
end

function parts.sieve()
  local found = 0
  for _ = 1, size do
    local composite = {}
    for i = 2, 3000 do
      if not composite[i] then
        found = found + 1
        for j = i * i, 3000, i do composite[j] = true end
      end
    end
  end
  return found
end

-- Objects, closures, coroutines, errors --------------------------------------------

local Point = {}
Point.__index = Point
Point.__add = function(a, b) return setmetatable({x = a.x + b.x, y = a.y + b.y}, Point) end
Point.__eq = function(a, b) return a.x == b.x and a.y == b.y end
Point.__lt = function(a, b) return a.x < b.x end
Point.__len = function(a) return a.x + a.y end
Point.__call = function(self, dx) return self.x + dx end
Point.__tostring = function(self) return "(" .. self.x .. "," .. self.y .. ")" end
Point.__concat = function(a, b) return tostring(a) .. tostring(b) end
Point.__close = function(self) self.x = 0 end

function parts.objects()
  local sum = 0
  local zero = setmetatable({x = 0, y = 0}, Point)
  for _ = 1, size do
    local at = zero
    for i = 1, 200 do
      at = at + setmetatable({x = i, y = -i // 2}, Point)
      if at == zero then sum = sum + 1 end
      if at < zero then sum = sum - 1 end
    end
    sum = (sum + #at + at(3) + #(at .. zero)) % 1000003
    do local closed <close> = at end
  end
  return sum
end

local function permutations(list, n)
  n = n or #list
  if n <= 1 then
    coroutine.yield(list)
  else
    for i = 1, n do
      list[i], list[n] = list[n], list[i]
      permutations(list, n - 1)
      list[i], list[n] = list[n], list[i]
    end
  end
end

function parts.coroutines()
  local sum = 0
  for _ = 1, size do
    for list in coroutine.wrap(function() permutations({1, 2, 3, 4, 5}) end) do
      sum = (sum * 31 + list[1] * 5 + list[5]) % 1000003
    end
  end
  return sum
end

function parts.closures()
  local sum = 0
  local function counter()
    local n = 0
    return function(step, ...) n = n + step + select("#", ...) return n end
  end
  for _ = 1, size do
    local counters = {}
    for i = 1, 50 do counters[i] = counter() end
    for i = 1, 1000 do sum = (sum + counters[i % 50 + 1](i, i, i)) % 1000003 end
    local packed = table.pack(table.unpack({1, 2, 3, 4, 5}))
    table.insert(packed, 2, sum)
    table.remove(packed, 1)
    table.move(packed, 1, 3, 2)
    sum = sum + packed.n
  end
  return sum
end

function parts.errors()
  local sum = 0
  for i = 1, size * 20 do
    local ok, message = pcall(function(n) if n % 2 == 0 then error("even " .. n) end return n end, i)
    if not ok then sum = sum + #message end
    local _, trace = xpcall(function() local t = nil; return t.x end, function(m) return m .. "!" end)
    sum = sum + #trace
  end
  return sum
end

function parts.compiling()
  local sum = 0
  for i = 1, size do
    local lines = {"local a, b = 1, {x = 2}"}
    for k = 1, 40 do
      lines[#lines + 1] = ("if a > %d then b.x = b.x + %d elseif not b then a = a .. 'x' else a = a + 1 end")
        :format(k * i, k)
    end
    lines[#lines + 1] = "for i, v in ipairs({1, 2.5, 0x10, 1e3}) do a = a + v * i end"
    lines[#lines + 1] = "return a + b.x --[[ the end ]]"
    local chunk = assert(load(table.concat(lines, "\n")))
    sum = sum + chunk()
    sum = sum + #string.dump(chunk, true) % 7
    if not is_calm and not load("return = 1") then sum = sum + 1 end
  end
  return sum
end

-- Garbage --------------------------------------------------------------------------

function parts.garbage()
  local kept, dead = {}, 0
  local weak = setmetatable({}, {__mode = "k"})
  for round = 1, size do
    for i = 1, 500 do
      local object = setmetatable({i, {i}}, {__gc = i % 100 == 0 and function() dead = dead + 1 end or nil})
      if i % 50 == 0 then kept[#kept % 100 + 1] = object end
      weak[object] = i
    end
    if round % 10 == 0 then collectgarbage() end
  end
  collectgarbage("generational")
  for i = 1, size * 100 do kept[i % 100 + 1] = {i} end
  collectgarbage("incremental")
  collectgarbage()
  return #kept + dead
end

if is_calm then parts.errors, parts.coroutines = nil, nil end
local names = {}
for name in pairs(parts) do names[#names + 1] = name end
table.sort(names)
for _, name in ipairs(names) do print(("%-12s %d"):format(name, parts[name]())) end
