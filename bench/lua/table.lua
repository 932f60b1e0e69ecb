-- table.lua: arrays, hashes, new tables, garbage.
local rounds = tonumber(arg and arg[1]) or 140
local check = 0
for round = 1, rounds do
  local list, map = {}, {}
  for i = 1, 20000 do
    list[i] = i * round
    map["k" .. i % 1000] = {i, list[i]}
  end
  for _, pair in pairs(map) do check = (check + pair[2]) % 1000003 end
  for i = #list, 2, -2 do list[i] = list[i - 1] end
  while #list > 10000 do list[#list] = nil end
  check = (check + #list + list[500]) % 1000003
end
print(check)
