#!/bin/sh
# A net under the hooks that ask our server: the host lets a call pass when the server is gone.
case $MEMORY_BANK_DISABLED in 1 | true) exit 0 ;; esac

# Nobody is kept from working where there is no bank.
folder=$PWD
while [ -z "$MEMORY_BANK_DIR" ] && [ ! -d "$folder/memory-bank" ]; do
  [ -z "$folder" ] && exit 0
  folder=${folder%/*}
done

# All that is needed stands at the beginning; the rest is taken, so that the host can write it.
input=$(head -c 4096; cat >/dev/null)
thread=${input#*'"agent_id":"'}
[ "$thread" = "$input" ] && thread=${input#*'"session_id":"'}
thread=${thread%%'"'*}

state=${XDG_STATE_HOME:-$HOME/.local/state}
read -r pid 2>/dev/null <"$state/memory-bank/threads/$thread" && kill -0 "$pid" 2>/dev/null && {
  # One that was killed and that nobody has asked for yet can still be named.
  read -r process 2>/dev/null <"/proc/$pid/stat"
  case $process in *") Z "*) ;; *) exit 0 ;; esac
}

cat >&2 <<'END'
[Memory Bank] Not run: the server that judges calls in this session is gone.
Next: ask the user to restart Codex; "memory-bank doctor" says what is wrong (rule: guard-memory-files)
END
exit 2
