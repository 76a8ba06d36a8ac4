import type { SpanishAssumption } from './spanish-assumption.ts'

/** Spanish of the assumptions on every resource, by id. */
export const GENERAL_IN_SPANISH: Readonly<Record<string, SpanishAssumption>> = {
  'common/href-form': [
    '¿Qué forma tiene un `href`?',
    {
      'root-relative': '`href` es una ruta desde la raíz, como `/v3/marcas`.',
      absolute: '`href` es una URL con esquema y host.',
    },
  ],
  'common/relation-names': [
    '¿Qué nombres tienen las relaciones de `_links`?',
    {
      'path-words':
        '`self`, las de paginado `first`, `prev`, `next` y `last`, las acciones según la palabra de la ruta o el verbo (`editar`, `modificar`, `suspender`, `archivar`, `bestmatch`, `buscar`), los recursos relacionados con un sustantivo.',
    },
  ],
  'common/vendor': [
    '¿Qué palabra de proveedor llevan los tipos de medio?',
    {
      service: 'Los tipos son `application/vnd.service.entry+json` y similares.',
      token: 'Otra palabra ocupa el lugar de `service`.',
    },
  ],
  'common/accept-unsupported': [
    '¿Qué se responde a un `Accept` que no nombra ninguna forma del recurso, o una ref donde no la hay?',
    {
      406: 'Un problema con estado 406.',
      'full-form': 'La forma completa, como si no se hubiera pedido nada.',
    },
  ],
  'common/content-type-unsupported': [
    '¿Qué se responde a un cuerpo de un tipo que no es JSON?',
    { 400: 'Un problema de validación con estado 400.', 415: 'Un problema con estado 415.' },
  ],
  'common/unknown-members': [
    '¿Qué pasa con miembros del cuerpo y parámetros que no están documentados?',
    { 400: 'Un problema de validación sobre el nombre desconocido.', ignored: 'No tienen efecto.' },
  ],
  'common/method-not-allowed': [
    '¿Qué se responde a un método que una ruta conocida no tiene?',
    { 405: 'Un problema con estado 405 y un encabezado `Allow`.' },
  ],
  'common/valor-bounds': [
    '¿Qué números puede ser `Importe`?',
    { bounded: 'De 0 a 999999999999.99, con dos decimales como máximo.', unbounded: 'Cualquier número.' },
  ],
  'common/precedence': [
    '¿Qué rechazo gana cuando corresponden varios?',
    {
      standard:
        '401, 429, 404 de la ruta, 405, 406, 400 de un parámetro de la ruta, 404 del destino, 403 por falta de acceso, 428, 412, 413, 415, 400 del cuerpo y después 403 o 409 del estado.',
      'body-before-precondition': 'El 400 del cuerpo va antes que 412; el resto, en el orden estándar.',
      'access-after-body':
        'El 403 por falta de acceso va después del 400 del cuerpo; el resto, en el orden estándar.',
    },
  ],
  'common/time-zone': [
    '¿Qué desfase tienen fechas y horas, y dónde empieza un día?',
    { agency: 'El de la zona de la agencia, -03:00, en ambos casos.', utc: 'UTC en ambos casos.' },
  ],
  'common/path-parameters': [
    '¿Qué se responde a un segmento de la ruta mal formado?',
    {
      400: '400 para todo segmento.',
      404: '404 para todo segmento.',
      'by-segment':
        'Un `adminmail` que no es un e-mail es 400 sobre `adminMail` donde la operación lista 400; todo otro segmento mal formado es 404.',
    },
  ],
  'common/write-to-unknown': [
    '¿Qué se responde a una escritura sobre una agencia o publicación que no existe para la app, donde la operación no lista 404?',
    { 403: 'Un problema con estado 403.', 404: '404 con un mensaje simple, como en las lecturas.' },
  ],
  'common/adminmail-case': [
    '¿Es el mismo un `adminmail` u `operador` con otras mayúsculas?',
    { 404: 'Con otras mayúsculas es otra dirección, desconocida.', same: 'Las mayúsculas no importan.' },
  ],
  'common/path-form': [
    '¿Qué se responde a un segmento fijo con otras mayúsculas, o a una barra al final?',
    { 404: 'Ahí no se encuentra nada.', same: 'Responde el mismo recurso.' },
  ],
  'common/query-parameters': [
    '¿Cómo se leen los parámetros vacíos y los repetidos?',
    {
      400: 'Un problema de validación sobre ese parámetro.',
      'empty-absent': 'Uno vacío cuenta como ausente, y de varios cuenta el primero.',
    },
  ],
  'common/link-reach': [
    '¿Hasta dónde llevan los links desde `GET /v3`?',
    {
      'every-operation': 'Se llega a toda operación, también a las que se conocen solo por link.',
      'documented-blocks': 'Solo se llega a lo que nombran los bloques de links documentados.',
    },
  ],
  'common/template-syntax': [
    '¿Cómo se escriben las plantillas de URI?',
    {
      'rfc-6570': 'Con expresiones de formulario, `{?a,b}`.',
      'literal-query': 'Con los parámetros escritos, `?a={a}&b={b}`.',
    },
  ],
  'common/ref-titles': [
    '¿Qué texto es el `title` de una ref?',
    {
      composed:
        'Publicación y versión `Marca Modelo Version VersionYear`, agencia `NombreComercial`, consulta `Nombre Apellido, Marca Modelo`, lugares y entradas del catálogo su nombre.',
      'any-text': 'Cualquier texto.',
    },
  ],
  'common/etag-elsewhere': [
    '¿Conocen `ETag` y 304 otros recursos además de las publicaciones y la entrada?',
    {
      none: 'Ningún otro recurso lleva ETag.',
      'every-get': 'Todo 200 de un GET lo lleva y respeta `If-None-Match`.',
    },
  ],
  'common/cache-headers': [
    '¿Qué encabezados de caché llevan las respuestas?',
    { vary: 'Solo `Vary: Accept`.', 'private-no-cache': 'También `Cache-Control: private, no-cache`.' },
  ],
  'common/answer-content-type': [
    '¿Qué `Content-Type` llevan las respuestas exitosas?',
    {
      accepted:
        'El tipo aceptado, sin parámetros; `application/json` cuando sirve cualquiera o no se nombró ninguno.',
      'charset-added': 'El mismo con `; charset=utf-8`.',
      'entry-type': 'El tipo entry del proveedor cuando sirve cualquiera o no se nombró ninguno.',
    },
  ],
  'common/request-media-types': [
    '¿Qué tipos de medio puede tener un cuerpo?',
    {
      'json-family': '`application/json`, `text/json`, `application/*+json`, o ninguno.',
      'json-only': 'Solo `application/json`.',
    },
  ],
  'common/unexpected-body': [
    '¿Qué pasa con un cuerpo donde no hay ninguno documentado?',
    { 400: 'Un problema de validación con la clave `_`.', ignored: 'No se lee, sea lo que sea.' },
  ],
  'common/types': [
    '¿Qué pasa con un valor de otro tipo JSON, como `"2020"` por un entero?',
    {
      400: 'Un problema de validación sobre el miembro.',
      converted: 'Se convierte si se puede; si no, se rechaza.',
    },
  ],
  'common/null-members': [
    '¿Qué pasa con null en un miembro para el que no se lo menciona?',
    { 400: 'Un problema de validación sobre el miembro.', absent: 'Cuenta como ausente.' },
  ],
  'common/length-unit': [
    '¿Qué cuenta un límite de longitud?',
    {
      'utf-16': 'Unidades UTF-16 del texto tal como llega.',
      'code-points': 'Puntos de código Unicode.',
      trimmed: 'Unidades UTF-16 sin los espacios de ambos extremos.',
    },
  ],
  'common/valor-members': [
    '¿Qué pasa con un `Valor` sin `Moneda` o `Importe`, o con una moneda que no coincide con ninguna?',
    {
      400: 'Un problema de validación sobre el miembro interno, como `Precio.Moneda`.',
      dropped: 'El importe pasa a null.',
    },
  ],
  'common/currency': [
    '¿Qué forma tiene `Moneda` en las respuestas, si los pedidos aceptan id, api-url, api-url-path, nombre y código ISO 4217?',
    { code: 'El código ISO 4217.', name: 'El nombre de la moneda.' },
  ],
  'common/currency-words': [
    '¿Qué moneda nombran palabras y símbolos cotidianos, como `pesos`, `dólares` y `U$S`?',
    {
      'first-listed': 'La primera de la lista con ese símbolo o con esa palabra en el nombre.',
      none: 'Ninguna: solo sirven id, api-url, api-url-path, nombre y código ISO 4217.',
    },
  ],
  'common/api-url': [
    '¿Se resuelve una api-url de otro host u otro mundo?',
    {
      'path-only':
        'Decide su ruta desde `/v3` y el host no se compara; los límites de longitud cuentan el texto tal como llega.',
      'own-base-only': 'Solo se resuelven la base y el mundo propios del servidor.',
    },
  ],
  'common/accept-malformed': [
    '¿Qué significa un `Accept` en el que nada es un rango de tipos?',
    {
      'no-form': 'No nombra ninguna forma, y decide `common/accept-unsupported`.',
      any: 'Cuenta como ausente.',
    },
  ],
  'common/charset': [
    '¿Qué pasa con un cuerpo cuyo `Content-Type` nombra otro charset que UTF-8?',
    {
      refused: 'Es un cuerpo de otro tipo (`common/content-type-unsupported`).',
      ignored: 'Se lee como UTF-8.',
    },
  ],
  'auth/scheme': [
    '¿Cómo se identifica la app que llama?',
    {
      open: 'Quien llama es la primera app del escenario, o la app cuya clave nombra.',
      key: '`Authorization: Bearer KEY`, o Basic con la clave y el secreto.',
      hmac: 'Todo pedido va firmado, como dice `auth/hmac`.',
    },
  ],
  'auth/hmac': [
    '¿Qué cubre la firma de un pedido?',
    {
      'acs-hmac':
        '`Authorization: ACS-HMAC {AppKey}:{HMAC}`: base64 de HMAC-SHA256, con el secreto en UTF-8 como clave, sobre el método, el `Digest`, el `Date`, los encabezados `x-acs-*` ordenados y la ruta con sus parámetros, uno por línea; la palabra del esquema y el prefijo de los encabezados son configurables.',
    },
  ],
  'auth/digest': [
    '¿Tiene que probar un pedido firmado la integridad de su cuerpo?',
    {
      'checked-when-sent':
        'Si hay un encabezado `Digest` (`sha-256` o `sha-512`, base64 del cuerpo tal como llega), se verifica.',
      required: 'Todo pedido con cuerpo necesita uno.',
    },
  ],
  'auth/clock-tolerance': [
    '¿Cuánto puede apartarse el `Date` de un pedido firmado del reloj del mundo?',
    {
      '300-seconds': 'Hasta 300 segundos, antes o después.',
      none: 'Tiene que ser el mismo segundo.',
      seconds: 'Hasta los segundos indicados, antes o después.',
    },
  ],
  'auth/replay': [
    '¿Qué se responde a una firma usada hace un momento?',
    { 401: '401 durante 60 segundos.', accepted: 'Se responde como a cualquier otra.' },
  ],
  'auth/unauthorized': [
    '¿Cómo es un 401?',
    { problem: 'ProblemDetails con `WWW-Authenticate`.', plain: 'Un mensaje simple con `WWW-Authenticate`.' },
  ],
  'auth/forbidden': [
    '¿Qué causa un 403?',
    {
      'access-operator-product':
        'La app solo puede leer la agencia, el operador no se creó por la API, o el producto de la agencia no permite el paso.',
    },
  ],
  'auth/forbidden-reads': [
    '¿Qué se responde a la lectura de algo que la app no puede usar?',
    { 403: 'Un problema con estado 403.', 404: '404 con un mensaje simple.' },
  ],
  'errors/not-found': [
    '¿Qué es el cuerpo de un 404?',
    {
      text: 'Una oración como `text/plain; charset=utf-8`.',
      'json-string': 'Una oración como texto JSON.',
      problem: 'ProblemDetails.',
    },
  ],
  'errors/member-casing': [
    '¿Con qué mayúsculas van los miembros de un problema?',
    { pascal: '`Type`, `Title`, `Status`.', camel: '`type`, `title`, `status`.' },
  ],
  'errors/titles': [
    '¿Qué textos van en `Title` y `Detail`?',
    {
      spanish:
        '400 `Validación de información esperada fallida` con `Alguna información contiene valores no validos.`; 403 `Operación prohibida`; 409 `Entidad duplicada` o `Conflicto de estado`; 412 `Precondición fallida`.',
    },
  ],
  'errors/type': ['¿Qué URI va en `Type`?', { httpstatuses: '`https://httpstatuses.com/{status}`.' }],
  'errors/malformed-json': [
    '¿Qué se responde a un cuerpo roto, vacío o que no es un objeto JSON?',
    { 400: 'Un problema de validación con la clave `_`.' },
  ],
  'errors/body-too-large': [
    '¿Qué se responde a un cuerpo de más de 1 MiB?',
    { 413: 'Un problema con estado 413.' },
  ],
  'errors/keys': [
    '¿Qué nombres son las claves de `Errors`?',
    {
      paths:
        'Nombres de miembros con la ruta interna, `Precio.Importe` o `Fotos[0]`, y parámetros como los escribe la descripción, `adminMail` o `pagina`.',
      'top-level': 'Solo el nombre del miembro exterior.',
    },
  ],
  'errors/how-many': [
    '¿Cuántos errores de un cuerpo lista `Errors`?',
    { all: 'Todos juntos.', first: 'El primero.' },
  ],
  'errors/conflict-keys': [
    '¿Qué clave de `Errors` usa un conflicto de estado?',
    { entry: '`_`.', 'estado-actual': '`EstadoActual`.' },
  ],
  'errors/precondition-type': [
    '¿Qué tipo de medio tiene un 412?',
    {
      'accepted-type': 'El que habría tenido la respuesta exitosa.',
      'json-or-problem': '`application/json`, o `application/problem+json` cuando sirve cualquiera.',
    },
  ],
  'limits/rate': [
    '¿Tiene límite la frecuencia de pedidos?',
    {
      off: 'No.',
      'per-minute':
        'Cada app tiene esa cantidad de pedidos por minuto; después, un problema con estado 429 y `Retry-After`.',
    },
  ],
  'limits/texts': [
    '¿Qué largo puede tener un texto para el que no se muestra máximo?',
    { 10000: 'Hasta 10.000 caracteres; uno más largo es 400.' },
  ],
  'limits/photos': [
    '¿Cuántas fotos tiene como máximo una publicación?',
    { 1000: 'Hasta 1.000; más son 400 sobre `Fotos`.' },
  ],
  'limits/branches': [
    '¿Cuántas sucursales tiene como máximo una agencia?',
    { 500: 'Hasta 500; una más es 400.' },
  ],
  'limits/recipients': [
    '¿A cuántas direcciones va como máximo un mail?',
    { 100: 'A las primeras 100 de la lista.' },
  ],
  'versioning/deprecation': [
    '¿Qué señales anuncian una versión futura?',
    { none: 'Ninguna.', headers: 'Encabezados `Deprecation` y `Sunset` en toda respuesta.' },
  ],
}
