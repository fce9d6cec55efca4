#!/bin/sh
# Installs the locked packages and what a run needs, in CI. What is installed sees no setting of the suite, so no key,
# and runs no scripts. Arguments go to npm ci.
set -eu
for name in $(sed -n 's/^\([A-Z0-9_]*\)=.*/\1/p' .env.example) SIGNOFF_PRIVATE_KEY; do
  # What is installed may have to come through a proxy.
  case $name in *_PROXY) ;; *) unset "$name" ;; esac
done
npm ci --ignore-scripts "$@"
npm run setup
