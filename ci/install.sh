#!/bin/sh
# Installs the locked packages and a browser in CI. Installation sees no settings of the suite, and therefore no keys, and
# npm runs no scripts of packages. Arguments go to npm ci.
set -eu
for name in $(sed -n 's/^\([A-Z0-9_]*\)=.*/\1/p' .env.example) SIGNOFF_PRIVATE_KEY; do
  # Downloads may need a proxy.
  case $name in *_PROXY) ;; *) unset "$name" ;; esac
done
npm ci --ignore-scripts "$@"
npm run setup
