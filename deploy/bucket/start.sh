#!/bin/sh
# Writes the account of the service, which may do what the policy of the bucket allows it (make-bucket.ts), and becomes the gateway.
set -eu
umask 077
mkdir -p "$VGW_IAM_DIR"
printf '{"accessAccounts":{"%s":{"access":"%s","secret":"%s","role":"user"}}}\n' \
  "${S3_ACCESS_KEY_ID:?}" "$S3_ACCESS_KEY_ID" "${S3_SECRET_ACCESS_KEY:?}" > "$VGW_IAM_DIR/users.json"
unset S3_ACCESS_KEY_ID S3_SECRET_ACCESS_KEY
# Where the image keeps it.
PATH="$PATH:/app"
exec versitygw posix /data
