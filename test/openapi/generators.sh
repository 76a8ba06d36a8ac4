#!/bin/sh
# Lints the committed document with Spectral and compiles clients that hey-api and orval generate from it.
# It installs them in a folder of its own, so it needs a network and is no part of `npm test`.
set -eu
document=$(cd "$(dirname "$0")/../.." && pwd)/contracts/openapi.json
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  @stoplight/spectral-cli @hey-api/openapi-ts@0.95 orval@7 typescript@5
echo 'extends: ["spectral:oas"]' > ruleset.yaml
npx spectral lint --ruleset ruleset.yaml --fail-severity hint "$document"
npx openapi-ts --input "$document" --output hey-api
cat > orval.config.ts <<END
export default { playa: { input: { target: '$document' }, output: { target: './orval/client.ts', client: 'fetch' } } }
END
npx orval --config ./orval.config.ts
cat > use.ts <<'END'
import { publicationsCreate, publicationsEdit } from './hey-api'
import type { Publicacion } from './hey-api'
const path = { adminmail: 'a@b.example' }
const car = { ExternalId: 'a-1', Marca: 'vw', Modelo: 'gol', VersionYear: 2020, Kilometraje: 0 }
void publicationsCreate({ path, body: { ...car, RefStock: null, Exposicion: 'Alta' } })
// @ts-expect-error ExternalId is missing.
void publicationsCreate({ path, body: { VersionYear: 2020, Kilometraje: 0 } })
// What was read can be sent back.
export const sendBack = (read: Publicacion) =>
  publicationsEdit({ path: { ...path, externalid: read.ExternalId }, body: read })
END
npx tsc --strict --noEmit --skipLibCheck --target es2022 --module esnext --moduleResolution bundler \
  --lib es2022,dom,dom.iterable use.ts orval/client.ts
echo 'Spectral has nothing to say, and both clients compile.'
