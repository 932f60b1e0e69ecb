-- sort.lua: table.sort, with and without a comparison in Lua.
local rounds = tonumber(arg and arg[1]) or 18
local seed, check = 42, 0
for _ = 1, rounds do
  local a, b = {}, {}
  for i = 1, 50000 do
    seed = (seed * 1103515245 + 12345) % 2147483648
    a[i], b[i] = seed, seed
  end
  table.sort(a)
  table.sort(b, function(x, y) return x > y end)
  check = (check + a[1000] + b[1000]) % 1000003
end
print(check)
