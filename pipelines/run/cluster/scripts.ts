// What has to happen at once in Redis, as Lua: workers' shares of a model, the budget, equal requests in flight. All take the time from the
// server, so that no clock of a worker matters.
import type {Redis} from "ioredis";

/** The server's time in milliseconds. */
const NOW = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
`;

/** Says that a worker lives, and forgets those that do not. KEYS workers, seen; ARGV worker, what it says, milliseconds until it counts as dead. */
const BEAT = `${NOW}
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[2], now, ARGV[1])
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now - ARGV[3])) do
  redis.call('HDEL', KEYS[1], gone)
  redis.call('ZREM', KEYS[2], gone)
end
return 1
`;

/** What living workers say. KEYS workers, seen; ARGV milliseconds until one counts as dead. */
const LIVING = `${NOW}
local found = {}
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. string.format('%.0f', now - ARGV[1]), '+inf')) do
  found[#found + 1] = id
  found[#found + 1] = redis.call('HGET', KEYS[1], id) or ''
end
return found
`;

/** Becomes or stays the coordinator. KEYS coordinator; ARGV own name, milliseconds. Returns who is. */
const COORDINATE = `
local holder = redis.call('GET', KEYS[1])
if not holder or holder == ARGV[1] then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return ARGV[1]
end
return holder
`;

/** Ends being the coordinator. KEYS coordinator; ARGV own name. */
const RESIGN = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

/**
 * Shares out the requests that a model may have in flight, fairly: nobody gets more than it wants, and what is left goes to those who want
 * more (max-min fairness). A share is never taken below what its worker holds, which is what it has in flight or may begin without asking
 * again, so that all shares together never exceed the most. A worker that holds more than its fair part lowers that first.
 * KEYS shares, pause; ARGV worker, most, wanted, held, milliseconds until a share lapses, milliseconds of an own pause.
 * Returns the share, the fair part, and the milliseconds that a pause still lasts.
 */
const SHARE = `${NOW}
local me, most, want, own, ttl = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local held, wants, ids = 0, {[me] = want}, {me}
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  if all[i] ~= me then
    local share, wanted, ends = string.match(all[i + 1], '^(%d+) (%d+) (%d+)$')
    if tonumber(ends) <= now then
      redis.call('HDEL', KEYS[1], all[i])
    else
      held = held + tonumber(share)
      wants[all[i]] = tonumber(wanted)
      ids[#ids + 1] = all[i]
    end
  end
end
table.sort(ids, function(a, b) if wants[a] ~= wants[b] then return wants[a] < wants[b] end return a < b end)
local left, target = most, 0
for i, id in ipairs(ids) do
  local fair = math.min(wants[id], math.floor(left / (#ids - i + 1)))
  if id == me then target = fair end
  left = left - fair
end
local share = math.max(own, math.min(target, most - held))
if share <= 0 and want == 0 then
  redis.call('HDEL', KEYS[1], me)
else
  redis.call('HSET', KEYS[1], me, string.format('%d %d %.0f', math.max(0, share), want, now + ttl))
  redis.call('PEXPIRE', KEYS[1], ttl * 2)
end
local till = tonumber(redis.call('GET', KEYS[2]) or '0')
local wait = tonumber(ARGV[6])
if wait > 0 and now + wait > till + 50 then
  till = now + wait
  redis.call('SET', KEYS[2], string.format('%.0f', till), 'PX', math.ceil(wait))
end
return {math.max(0, share), target, math.max(0, till - now)}
`;

/** Opens a budget, unless it is the one that is open. KEYS budget, reserved, lapsed; ARGV run, most, spent. */
const OPEN_BUDGET = `
if redis.call('HGET', KEYS[1], 'run') == ARGV[1] then return 0 end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
redis.call('HSET', KEYS[1], 'run', ARGV[1], 'most', ARGV[2], 'spent', ARGV[3], 'reserved', '0')
return 1
`;

/**
 * Sets aside what a request may cost. KEYS budget, reserved, lapsed, seen; ARGV reservation, worker, model, worst cost, milliseconds until
 * a worker counts as dead. What a dead worker had set aside counts as spent, since its requests may be billed. Returns closed, wait, never,
 * or granted with the cost.
 */
const RESERVE = `${NOW}
local most = tonumber(redis.call('HGET', KEYS[1], 'most') or '')
if not most then return {'closed'} end
local known = redis.call('HGET', KEYS[2], ARGV[1])
if known then return {'granted', string.match(known, '^%S+')} end
local cost = math.max(tonumber(ARGV[4]), tonumber(redis.call('HGET', KEYS[1], 'dearest ' .. ARGV[3]) or '0'))
local function fits()
  return tonumber(redis.call('HGET', KEYS[1], 'spent')) + tonumber(redis.call('HGET', KEYS[1], 'reserved')) + cost <= most
end
if not fits() then
  local open, alive = 0, 0
  local spent = tonumber(redis.call('HGET', KEYS[1], 'spent'))
  local all = redis.call('HGETALL', KEYS[2])
  for i = 1, #all, 2 do
    local held, worker = string.match(all[i + 1], '^(%S+) (%S+)')
    local seen = tonumber(redis.call('ZSCORE', KEYS[4], worker) or '0')
    if seen < now - tonumber(ARGV[5]) then
      spent = spent + tonumber(held)
      redis.call('HDEL', KEYS[2], all[i])
      redis.call('HSET', KEYS[3], all[i], held)
    else
      open = open + 1
      alive = alive + tonumber(held)
    end
  end
  redis.call('HSET', KEYS[1], 'spent', string.format('%.17g', spent), 'reserved', string.format('%.17g', alive))
  if not fits() then return {open > 0 and 'wait' or 'never'} end
end
redis.call('HSET', KEYS[2], ARGV[1], string.format('%.17g', cost) .. ' ' .. ARGV[2] .. ' ' .. ARGV[3])
redis.call('HSET', KEYS[1], 'reserved', string.format('%.17g', tonumber(redis.call('HGET', KEYS[1], 'reserved')) + cost))
return {'granted', string.format('%.17g', cost)}
`;

/** Ends a reservation. KEYS budget, reserved, lapsed; ARGV reservation, what it cost or an empty text where that is not known. */
const RELEASE = `
local held = redis.call('HGET', KEYS[2], ARGV[1])
local lapsed = redis.call('HGET', KEYS[3], ARGV[1])
if not held and not lapsed then return 0 end
local cost, model = tonumber(lapsed or '0'), ''
if held then
  local text, _, name = string.match(held, '^(%S+) (%S+) (%S*)')
  cost, model = tonumber(text), name
end
local actual = tonumber(ARGV[2]) or cost
local spent = tonumber(redis.call('HGET', KEYS[1], 'spent') or '0')
if held then
  redis.call('HDEL', KEYS[2], ARGV[1])
  local left = tonumber(redis.call('HGET', KEYS[1], 'reserved') or '0') - cost
  if redis.call('HLEN', KEYS[2]) == 0 then left = 0 end
  redis.call('HSET', KEYS[1], 'reserved', string.format('%.17g', left), 'spent', string.format('%.17g', spent + actual))
  if actual > cost then
    local field = 'dearest ' .. model
    local before = tonumber(redis.call('HGET', KEYS[1], field) or '0')
    redis.call('HSET', KEYS[1], field, string.format('%.17g', math.max(actual, before)))
  end
else
  redis.call('HDEL', KEYS[3], ARGV[1])
  redis.call('HSET', KEYS[1], 'spent', string.format('%.17g', spent + actual - cost))
end
return 1
`;

/**
 * Claims requests, so that equal ones are asked once. KEYS seen, then three of each request (asking, wanted, answer); ARGV worker,
 * milliseconds until a worker counts as dead, milliseconds until a claim ends in any case. Returns for each request: mine, other, or its
 * answer.
 */
const CLAIM = `${NOW}
local found = {}
for i = 2, #KEYS, 3 do
  local answer = redis.call('GET', KEYS[i + 2])
  if answer then
    found[#found + 1] = answer
  else
    local holder = redis.call('GET', KEYS[i])
    local seen = holder and tonumber(redis.call('ZSCORE', KEYS[1], holder) or '0') or 0
    if not holder or holder == ARGV[1] or seen < now - tonumber(ARGV[2]) then
      redis.call('SET', KEYS[i], ARGV[1], 'PX', ARGV[3])
      found[#found + 1] = 'mine'
    else
      redis.call('SET', KEYS[i + 1], '1', 'PX', ARGV[3])
      found[#found + 1] = 'other'
    end
  end
end
return found
`;

/**
 * Ends claims that nobody else wants. KEYS two of each request (asking, wanted); ARGV worker, 1 where answers may be wanted later. Returns 1
 * for each whose answer is wanted.
 */
const DONE = `
local found = {}
for i = 1, #KEYS, 2 do
  local waited = ARGV[2] == '1' and 1 or redis.call('EXISTS', KEYS[i + 1])
  if waited == 0 and redis.call('GET', KEYS[i]) == ARGV[1] then redis.call('DEL', KEYS[i]) end
  found[#found + 1] = waited
end
return found
`;

/** Hands an answer to those who wait for it. KEYS asking, wanted, answer; ARGV worker, answer or an empty text, milliseconds to keep it. */
const HAND_ON = `
if ARGV[2] ~= '' then redis.call('SET', KEYS[3], ARGV[2], 'PX', ARGV[3]) end
redis.call('DEL', KEYS[2])
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1
`;

const SCRIPTS = {
  beat: BEAT,
  living: LIVING,
  coordinate: COORDINATE,
  resign: RESIGN,
  share: SHARE,
  openBudget: OPEN_BUDGET,
  reserve: RESERVE,
  release: RELEASE,
  claim: CLAIM,
  done: DONE,
  handOn: HAND_ON
};

/** Runs one of the scripts. */
export type Scripts = {
  [name in keyof typeof SCRIPTS]: (keys: readonly string[], args: readonly (string | number)[]) => Promise<unknown>;
};

/** The scripts on a connection, each sent once and then called by its digest. */
export function scriptsOn(connection: Redis): Scripts {
  const run = (name: string, lua: string) => {
    const command = `reasonbook_${name}`;
    connection.defineCommand(command, {lua});
    const call = (connection as unknown as Record<string, (...words: (string | number)[]) => Promise<unknown>>)[command]!;
    return (keys: readonly string[], args: readonly (string | number)[]) => call.call(connection, keys.length, ...keys, ...args);
  };
  return Object.fromEntries(Object.entries(SCRIPTS).map(([name, lua]) => [name, run(name, lua)])) as Scripts;
}
