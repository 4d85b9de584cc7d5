#!/bin/sh
# What a schedule runs: fetches what is published, builds a snapshot, checks every byte, compares the two,
# signs the new one and publishes it unless too much is gone. Ends with another code than 0 where a person
# should look; what is published then stays.
#
# What may be gone is measured against what is published, which is why a build here may lose anything (--allow-loss).
#
# Each step can run in a job of its own, so that what reads foreign code has neither the private key nor a
# password: fetch needs PLACE and KEY, build SOURCES or SHARDS, sign SIGN, publish PLACE, all of them the
# same WORK. Everything is set in the environment:
#
#   STEPS        which steps, in this order (default "fetch build sign publish")
#   SOURCES      sources file
#   SHARDS       instead of it: folder with all shards, which are merged
#   PLACE        where it is published
#   WORK         folder that is kept from one run to the next (default /work)
#   MAX_REMOVED  share of the published entries that may be gone (default 5%)
#   FIRST        "yes" when nothing is published yet, so that there is nothing to compare with
#   SIGN, KEY    private key that signs, public key of what is published; without them, and only with
#                MODULE_LOOKUP_INSECURE=yes, nothing is signed
#   PROGRAM      how module-lookup is started (default module-lookup)
set -eu
work=${WORK:-/work}
program=${PROGRAM:-module-lookup}
archive=$work/archive.tar.gz

fetch() {
  [ "${FIRST:-no}" != yes ] || return 0
  $program pull --from "${PLACE:?say where it is published}" --out "$work/published" --keep 1 \
    ${KEY:+--key "$KEY"}
}

build() {
  if [ -n "${SHARDS:-}" ]; then
    $program merge "$SHARDS" --out "$work/snapshots" --cache "$work/cache" --allow-loss
  else
    $program build --sources "${SOURCES:?say which sources to read}" --out "$work/snapshots" \
      --cache "$work/cache" --allow-loss
  fi
  $program verify --snapshot "$work/snapshots"
  if [ "${FIRST:-no}" != yes ]; then
    $program diff "$work/published" "$work/snapshots" --max-removed "${MAX_REMOVED:-5%}"
  fi
  $program pack --snapshot "$work/snapshots" --out "$archive"
}

sign() {
  if [ -z "${SIGN:-}" ]; then
    case ${MODULE_LOOKUP_INSECURE:-no} in
    yes | true | 1) return 0 ;;
    *) echo "SIGN is not set; say which private key signs, or MODULE_LOOKUP_INSECURE=yes" >&2 ;;
    esac
    return 1
  fi
  $program sign --archive "$archive" --sign "$SIGN"
}

publish() {
  $program publish --archive "$archive" --to "${PLACE:?say where to publish}"
}

case " ${STEPS:=fetch build sign publish} " in
*" fetch "* | *" publish "*) : "${PLACE:?say where to publish}" ;;
esac
for step in $STEPS; do
  case $step in
  fetch | build | sign | publish) $step ;;
  *)
    echo "STEPS names \"$step\"; the steps are fetch, build, sign and publish" >&2
    exit 2
    ;;
  esac
done
