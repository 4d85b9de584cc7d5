#!/bin/sh
# What a schedule runs: builds a snapshot, checks every byte, compares it with the one that is
# published, and publishes it unless too much is gone. Ends with another code than 0 where a person
# should look; what is published then stays. Everything is set in the environment:
#
#   SOURCES      sources file
#   SHARDS       instead of it: folder with all shards, which are merged
#   PLACE        where it is published
#   WORK         folder that is kept from one run to the next (default /work)
#   MAX_REMOVED  share of the published entries that may be gone (default 5%)
#   FIRST        "yes" when nothing is published yet, so that there is nothing to compare with
#   SIGN, KEY    files of the private key that signs and of its public half
#   PROGRAM      how module-lookup is started (default module-lookup)
set -eu
: "${PLACE:?say where to publish}"
work=${WORK:-/work}
program=${PROGRAM:-module-lookup}

if [ -n "${SHARDS:-}" ]; then
  $program merge "$SHARDS" --out "$work/snapshots" --cache "$work/cache"
else
  $program build --sources "${SOURCES:?say which sources to read}" --out "$work/snapshots" \
    --cache "$work/cache"
fi
$program verify --snapshot "$work/snapshots"
if [ "${FIRST:-no}" != yes ]; then
  $program pull --from "$PLACE" --out "$work/published" --keep 1 ${KEY:+--key "$KEY"}
  $program diff "$work/published" "$work/snapshots" --max-removed "${MAX_REMOVED:-5%}"
fi
$program publish --snapshot "$work/snapshots" --to "$PLACE" ${SIGN:+--sign "$SIGN"}
