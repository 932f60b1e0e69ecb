-- string.lua: patterns, formats, concatenation.
local rounds = tonumber(arg and arg[1]) or 100000
local text = ("the quick brown fox jumps over the lazy dog 12345 "):rep(4)
local check = 0
for i = 1, rounds do
  local words = 0
  for word in text:gmatch("%a+") do words = words + #word end
  local changed = text:gsub("(%w+) (%w+)", "%2 %1"):upper()
  local line = string.format("%d %s %5.2f", i, changed:sub(1, 20), i / 3)
  check = (check + words + #line + (line .. changed):byte(i % 40 + 1)) % 1000003
end
print(check)
