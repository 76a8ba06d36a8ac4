import type { SpanishAssumption } from './spanish-assumption.ts'

/** Spanish of the assumptions on inquiries, by id. */
export const INQUIRIES_IN_SPANISH: Readonly<Record<string, SpanishAssumption>> = {
  'inquiries/enumerations': [
    '¿Qué valores toman los miembros enumerados de una consulta?',
    {
      listed:
        '`OrigenLead` `form`, `telefono`, `whatsapp`; `TipoAnuncio` `publicacion`, `catalogo`; `Interes` `compra`, `permuta`, `postventa`; `Estado` `usado`, `nuevo`. Quien lee debe tolerar otros.',
    },
  ],
  'inquiries/period': [
    '¿Qué período se lee sin `desde` o `hasta`?',
    {
      '30-days':
        'Hasta hoy, desde 30 días antes de `hasta` pero dentro del mínimo; ambos días enteros, en la zona de la agencia.',
      '90-days': 'Todos los días desde el mínimo.',
    },
  ],
  'inquiries/order': [
    '¿En qué orden vienen las consultas?',
    { 'newest-first': 'La recibida última, primero.', 'oldest-first': 'La recibida primera, primero.' },
  ],
  'inquiries/beyond-last': [
    '¿Qué se responde a una página posterior a la última?',
    { 200: 'Una página con `_entries` vacío.', 404: '404 con un mensaje simple.' },
  ],
  'inquiries/without-adminmail': [
    '¿Qué ruta se usa cuando se omite `adminMail`?',
    { 'no-segment': '`GET /v3/consultas?operador=`.' },
  ],
  'inquiries/hasta-before-desde': [
    '¿Qué se responde a un período que termina antes de empezar?',
    { 400: 'Un problema de validación.' },
  ],
  'inquiries/other-kinds': [
    '¿Qué consultas agrega que la agencia habilite a la app?',
    { 'other-apps-and-catalogue': 'Las de publicaciones de otras apps y las de entradas del catálogo.' },
  ],
  'inquiries/page-size': [
    '¿Cuántas entradas contiene una página de consultas, publicaciones o visitas?',
    { 100: '100.', size: 'La cantidad indicada.' },
  ],
  'inquiries/pagina-minimum': [
    '¿Qué pasa con una `pagina` menor que 1, o que no es un entero?',
    { 400: 'Un problema de validación sobre `pagina`.', 'first-page': 'La primera página.' },
  ],
  'inquiries/visible-to': [
    '¿Qué consultas ve un operador?',
    {
      'administrator-all': 'Aquellas de las que es responsable; el administrador ve todas.',
      'own-only': 'Aquellas de las que es responsable, también el administrador.',
    },
  ],
  'inquiries/unknown-filter': [
    '¿Qué se responde a un `operador` o `externalid` que no existe?',
    {
      400: 'Un problema de validación sobre el parámetro.',
      404: '404 con un mensaje simple.',
      empty: 'Una página vacía, o 404 cuando no hay segmento que nombre la agencia.',
    },
  ],
  'inquiries/period-shown': [
    '¿Qué momentos muestran `Desde` y `Hasta` de una página?',
    {
      'day-bounds': 'El primer segundo del primer día y el último segundo del último, con desfase.',
      midnights: 'La medianoche en ambos extremos.',
    },
  ],
  'inquiries/hasta-future': [
    '¿Qué pasa con un `hasta` posterior a hoy?',
    { 400: 'Un problema de validación sobre `hasta`.', accepted: 'Se acepta.' },
  ],
  'inquiries/nullable-members': [
    '¿Qué miembros de `Interesado` pueden ser null, y de qué tipo es `QuiereCotizacionSeguro`?',
    {
      boolean:
        'Todos salvo `Interes` pueden ser null, también partes de `InfoOperacion`; `QuiereCotizacionSeguro` es un booleano o null.',
      string: 'Lo mismo, pero `QuiereCotizacionSeguro` es un texto o null.',
    },
  ],
  'inquiries/auto': [
    '¿Qué estado de su publicación muestra el `Auto` de una consulta?',
    { 'at-reception': 'El del momento de la recepción.', live: 'El actual.' },
  ],
  'inquiries/operator': [
    '¿Qué operador es responsable de una consulta si la publicación pasó a otro?',
    { 'at-reception': 'El responsable al recibirla.', live: 'El responsable actual.' },
  ],
  'inquiries/catalogue-price': [
    '¿Qué `Precio` muestra el `Auto` de una consulta del catálogo?',
    { 'list-price': 'El precio de lista de la versión; null cuando ya no se vende 0 km.', null: 'Null.' },
  ],
}
