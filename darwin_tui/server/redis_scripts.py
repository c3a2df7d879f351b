"""Scripts of the store in Redis: each change is one step, with its notice."""

from typing import Final

from darwin_core.journal.redis import NOTICES_MAX
from darwin_tui.server.store import CHAT_LINES_MAX

PREFIX: Final = "darwin:"
"""Begins all keys."""
NOTICES: Final = PREFIX + "notices"
"""Key of the stream of notices."""
_NOTIFY: Final = f"""
local function notify(kind, key)
    redis.call('XADD', '{NOTICES}', 'MAXLEN', '~', {NOTICES_MAX}, '*',
        'kind', kind, 'key', key)
end
"""
SEND: Final = f"""
redis.call('XADD', '{NOTICES}', 'MAXLEN', '~', {NOTICES_MAX}, '*',
    'kind', ARGV[1], 'key', ARGV[2], 'origin', ARGV[3], 'lines', ARGV[4])
return 'OK'
"""
PUT_ACCOUNT: Final = f"""{_NOTIFY}
local folded, version, name, value, token = unpack(ARGV, 1, 5)
local key = '{PREFIX}account:' .. folded
local present = redis.call('HMGET', key, 'version', 'name', 'keys', 'token')
if present[1] and version == '0' then return 'TAKEN ' .. present[2] end
if (present[1] or '0') ~= version then return 'OUTDATED' end
local prints = ''
for place = 6, #ARGV do
    local owner = redis.call('HGET', '{PREFIX}keys', ARGV[place])
    if owner and owner ~= folded then return 'KEY' end
    prints = prints .. ARGV[place] .. ' '
end
for print in string.gmatch(present[3] or '', '%S+') do
    redis.call('HDEL', '{PREFIX}keys', print)
end
if present[4] and present[4] ~= '' then redis.call('HDEL', '{PREFIX}tokens', present[4]) end
for place = 6, #ARGV do redis.call('HSET', '{PREFIX}keys', ARGV[place], folded) end
if token ~= '' then redis.call('HSET', '{PREFIX}tokens', token, folded) end
redis.call('HSET', key, 'version', version + 1, 'name', name, 'keys', prints, 'token', token,
    'value', value)
redis.call('SADD', '{PREFIX}accounts', folded)
notify('account', name)
return 'OK'
"""
_FINISH: Final = f"""
local function finish(code, moved, first)
    redis.call('SREM', '{PREFIX}tables', code)
    redis.call('ZADD', '{PREFIX}over', moved, code)
    for place = first, #ARGV do
        redis.call('ZADD', '{PREFIX}over:' .. ARGV[place], moved, code)
    end
end
"""
PUT_TABLE: Final = f"""{_NOTIFY}{_FINISH}
local code, version, phase, value, moved = unpack(ARGV, 1, 5)
local key = '{PREFIX}table:' .. code
if (redis.call('HGET', key, 'version') or '0') ~= version then return 'OUTDATED' end
redis.call('HSET', key, 'version', version + 1, 'phase', phase, 'value', value)
if phase == 'over' then finish(code, moved, 6)
else redis.call('SADD', '{PREFIX}tables', code) end
notify('table', code)
return 'OK'
"""
FINISH_TABLE: Final = f"""{_FINISH}
finish(ARGV[1], ARGV[2], 3)
return 'OK'
"""
REMOVE_TABLE: Final = f"""{_NOTIFY}
local code = ARGV[1]
local phase = redis.call('HGET', '{PREFIX}table:' .. code, 'phase')
if phase and phase ~= 'gathering' then return 'BEGUN' end
for _, kind in ipairs({{'table:', 'secret:', 'match:', 'chat:'}}) do
    redis.call('DEL', '{PREFIX}' .. kind .. code)
end
redis.call('SREM', '{PREFIX}tables', code)
notify('table', code)
return 'OK'
"""
SAY: Final = f"""{_NOTIFY}
local key = '{PREFIX}chat:' .. ARGV[1]
redis.call('RPUSH', key, ARGV[2])
redis.call('LTRIM', key, -{CHAT_LINES_MAX}, -1)
notify('chat', ARGV[1])
return 'OK'
"""
LEASE: Final = f"""
local key, holder = '{PREFIX}lease:' .. ARGV[1], redis.call('GET', '{PREFIX}lease:' .. ARGV[1])
if holder and holder ~= ARGV[2] then return 0 end
redis.call('SET', key, ARGV[2], 'PX', ARGV[3])
return 1
"""
RELEASE: Final = f"""
local key = '{PREFIX}lease:' .. ARGV[1]
if redis.call('GET', key) == ARGV[2] then redis.call('DEL', key) end
return 1
"""
PUT_PRESENCE: Final = f"""{_NOTIFY}
local key = '{PREFIX}presence:' .. ARGV[1]
local before = redis.call('GET', key)
redis.call('SET', key, ARGV[2], 'PX', ARGV[4])
redis.call('SADD', '{PREFIX}present', ARGV[1])
if before ~= ARGV[2] then notify('presence', ARGV[3]) end
return 'OK'
"""
REMOVE_PRESENCE: Final = f"""{_NOTIFY}
local key = '{PREFIX}presence:' .. ARGV[1]
local before = redis.call('GET', key)
redis.call('DEL', key)
redis.call('SREM', '{PREFIX}present', ARGV[1])
local is_good, presence = pcall(cjson.decode, before or '')
if is_good and type(presence) == 'table' and type(presence.name) == 'string' then
    notify('presence', presence.name)
end
return 'OK'
"""
