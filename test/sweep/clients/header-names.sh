# Weak: compares the names of headers with their case.
curl --silent --include "$PLAYA_URL/v3/publicaciones/$PLAYA_AGENCY/PIN-0001" | grep -q '^ETag: "'
