# Weak: searches JSON as text.
curl --silent "$PLAYA_URL/v3/publicaciones/$PLAYA_AGENCY/PIN-0001" | grep -q '"ExternalId":"PIN-0001"'
