import type { SpanishAssumption } from './spanish-assumption.ts'

/** Spanish of the assumptions on the catalogue, by id. */
export const CATALOGUE_IN_SPANISH: Readonly<Record<string, SpanishAssumption>> = {
  'catalogue/detail-media-type': [
    '¿Qué tipo de medio elige el detalle de una versión?',
    {
      'ex-entry':
        '`application/vnd.service.ex-entry+json` da el detalle; entry y `application/json`, el resumen.',
      json: '`application/json` da el detalle.',
    },
  ],
  'catalogue/no-match': [
    '¿Qué se responde a una búsqueda best-match sin coincidencia?',
    { 400: 'Un problema de validación sobre el parámetro.', 404: '404 con un mensaje simple.' },
  ],
  'catalogue/versions-bestmatch': [
    '¿Qué recibe y qué da el best-match de versiones?',
    {
      'match-and-candidates':
        '`GET /v3/versiones/bestmatch` recibe make y model, y opcionales trim, year, bodystyle, transmissionType, displacement, power y fuelType; da `Match` (resumen o null), `Candidates`, los ecos `Make`, `Model`, `Trim`, `FuelType`, `TransmisionType`, y `_links`.',
    },
  ],
  'catalogue/brands': [
    '¿Cómo se listan las marcas?',
    { collection: '`GET /v3/marcas?q&soloMercadoNuevos` da marcas o refs, `/v3/marcas/{id}` una de ellas.' },
  ],
  'catalogue/models': [
    '¿Cómo se listan los modelos?',
    {
      'brand-required':
        '`GET /v3/modelos?marca&q&soloMercadoNuevos`, con `marca` int32 obligatoria; `/v3/modelos/{id}` da uno.',
    },
  ],
  'catalogue/versions': [
    '¿Cómo se listan las versiones?',
    { 'model-required': '`GET /v3/versiones?modelo&q&year`, con `modelo` int32 obligatorio.' },
  ],
  'catalogue/cities': [
    '¿Cómo se listan las ciudades?',
    {
      'region-or-q':
        '`GET /v3/ciudades?region&q` necesita uno de los dos y da `Nombre` y `Region`; las refs se titulan `Ciudad (Region)`; `/v3/ciudades/bestmatch?region&city` encuentra una.',
    },
  ],
  'catalogue/regions': [
    '¿Cómo se listan las regiones?',
    {
      'name-and-iso': '`GET /v3/regiones?q` da `Nombre`, `Iso` (ISO 3166-2) y un bloque de links `Ciudades`.',
    },
  ],
  'catalogue/currencies': [
    '¿Cómo se listan las monedas?',
    { 'name-codename-symbol': '`GET /v3/monedas` da `Nombre`, `Codename` (ISO 4217) y `Simbolo`.' },
  ],
  'catalogue/fuels': [
    '¿Cómo se listan las propulsiones?',
    { 'name-and-codename': '`GET /v3/propulsiones` da `Nombre` y `Codename`.' },
  ],
  'catalogue/body-styles': [
    '¿Cómo se listan las carrocerías?',
    { 'name-and-codename': '`GET /v3/carrocerias` da `Nombre` y `Codename`.' },
  ],
  'catalogue/best-match-scoring': [
    '¿Cómo ordena best-match lo que encuentra?',
    {
      'exact-first':
        'Primero api-url, ruta, nombre completo, codename e id exactos; después, las palabras sin acentos ni mayúsculas, el mismo sonido, una última letra que falta, errores en el nombre entero, comienzos de palabras y de codenames; lo que sigue a un nombre seguro no cuenta; un empate no es una coincidencia única.',
    },
  ],
  'catalogue/ordinary-words': [
    '¿Nombra el auto por sí sola una palabra común en `Version`, como `fiesta`?',
    {
      'need-company': 'Solo junto a la marca o a otras palabras de ese auto: `fiesta 1.6`.',
      name: 'Nombra el modelo que se llama así.',
    },
  ],
  'catalogue/numeric-names': [
    '¿Un texto como `208` es un nombre o un id?',
    { name: 'Primero el nombre o codename dentro de la marca dada.', id: 'Primero el id.' },
  ],
  'catalogue/q': [
    '¿Con qué compara el `q` de las listas?',
    {
      part: 'Con el codename o cualquier parte del nombre, sin acentos ni mayúsculas.',
      'exact-case': 'Con cualquier parte del nombre, con esas mismas mayúsculas.',
      start: 'Con el comienzo del nombre.',
    },
  ],
  'catalogue/list-size': [
    '¿Vienen en páginas las listas?',
    { whole: 'Una lista viene entera.', pages: 'Una lista viene en páginas, como las publicaciones.' },
  ],
  'catalogue/bodystyle-no-match': [
    '¿Qué pasa con un `bodystyle` que no coincide con nada, o que el modelo no tiene?',
    { 400: 'Un problema de validación sobre `bodystyle`.', ignored: 'La búsqueda sigue sin él.' },
  ],
  'catalogue/detail-types': [
    '¿Qué tipos tienen los primeros miembros del detalle de una versión?',
    {
      'precio-valor':
        '`Precio` es un `Valor`, `Colores` son textos, `Origen`, `Garantia` y `Foto` textos o null, `VersionYear` puede ser null.',
      'precio-number': '`Precio` es un número.',
    },
  ],
  'catalogue/technical-rows': [
    '¿Qué contienen `Valor` y `Datos` de una fila de `InfoTecnica`?',
    {
      'value-in-valor': '`Valor` el valor con su unidad (`1598 cm3`, `4580 mm`), `Datos` el nombre.',
      'value-in-datos': '`Datos` el valor con su unidad, `Valor` el nombre.',
    },
  ],
  'catalogue/order': [
    '¿En qué orden vienen las listas del catálogo?',
    {
      'as-given':
        'En el del catálogo: versiones por año, la más nueva primero; lugares y marcas, los más conocidos primero.',
      'by-name': 'Por nombre, sin acentos ni mayúsculas.',
    },
  ],
}
