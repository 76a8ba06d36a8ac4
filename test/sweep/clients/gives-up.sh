# Weak: tries once.
curl --silent --fail "$PLAYA_URL/v3/publicaciones/$PLAYA_AGENCY/PIN-0001" > /dev/null
