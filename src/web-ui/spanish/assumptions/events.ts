import type { SpanishAssumption } from './spanish-assumption.ts'

/** Spanish of the assumptions on webhooks and notifications, by id. */
export const EVENTS_IN_SPANISH: Readonly<Record<string, SpanishAssumption>> = {
  'events/topics': [
    '¿Qué temas hay?',
    {
      standard: '`agencia-invitacion-aceptada`, `publicacion-consultada`, `publicacion-estado`.',
      list: 'Los nombres indicados.',
    },
  ],
  'events/first-configuration': [
    '¿Cómo se configura un tema por primera vez?',
    {
      put: 'PUT lo crea; POST también, como en `post`.',
      post: '`POST /v3/appnotificaciones/{topic}` da 201 con `Location`, o 409 si ya existe; hasta entonces PUT da 404.',
    },
  ],
  'events/href-form': [
    '¿Qué forma tiene un `href` en el cuerpo de una entrega?',
    {
      absolute: 'Una URL con esquema y host, con la que se llamó al servicio por última vez.',
      'as-in-responses': 'La forma de `common/href-form`.',
    },
  ],
  'events/secret-shown': [
    '¿Qué muestran las respuestas como `Secret`?',
    { null: 'Null.', masked: 'Asteriscos en su lugar.', 'as-stored': 'El secreto.' },
  ],
  'events/signature-join': [
    '¿Cómo se unen los valores firmados?',
    {
      newline: 'Con un salto de línea entre ellos.',
      nothing: 'Sin nada entre ellos.',
      dot: 'Con un punto entre ellos.',
    },
  ],
  'events/signature-encoding': [
    '¿Cómo se codifica la firma?',
    {
      base64: 'En base64 estándar.',
      hex: 'En hexadecimal en minúsculas.',
      'sha256-hex': 'En hexadecimal en minúsculas después de `sha256=`.',
    },
  ],
  'events/timestamp': [
    '¿Qué forma tiene `Notification-Timestamp`?',
    {
      'iso-8601': 'ISO 8601 en UTC.',
      'unix-seconds': 'Segundos desde 1970.',
      'http-date': 'La forma de fecha de la RFC 9110.',
    },
  ],
  'events/body': [
    '¿Qué es el cuerpo de una entrega a la app?',
    {
      ref: '`{Topic, Momento, Entidad}` con una ref, para leer el resto.',
      full: 'Lo mismo con la entidad completa.',
    },
  ],
  'events/agency-body': [
    '¿Qué es el cuerpo del web hook de la agencia?',
    { full: 'La Consulta completa, como JSON.', ref: 'Su ref.' },
  ],
  'events/adf': [
    '¿Qué llevan el hook ADF y el mail ADF?',
    { 'adf-xml': 'XML ADF 1.0, como `application/xml`.' },
  ],
  'events/html-mail': [
    '¿Qué es el mail HTML, y quién lo recibe?',
    { multipart: 'Texto y HTML en un mensaje al operador responsable, con copias ocultas a `EmailsCCO`.' },
  ],
  'events/success': [
    '¿Cuándo cuenta como hecha una entrega?',
    { '2xx': 'Con cualquier 2xx dentro de los 10 segundos.' },
  ],
  'events/retries': [
    '¿Cuándo se reintenta una entrega fallida?',
    {
      'five-attempts':
        'Cinco intentos: enseguida y a los 30 segundos, 5 minutos, 30 minutos y 2 horas del primero, según el reloj del mundo, con el mismo hook id y timestamp y firma nuevos.',
      'one-attempt': 'Nunca: un solo intento.',
    },
  ],
  'events/after-last': [
    '¿Qué sigue a la última falla?',
    {
      'stays-active': 'La entrega queda registrada como fallida y la configuración sigue activa.',
      suspended: 'La configuración se suspende.',
    },
  ],
  'events/gone': [
    '¿Qué sigue a un 410 del receptor?',
    { stops: 'No hay más intentos.', retried: 'Se reintenta como cualquier falla.' },
  ],
  'events/required-members': [
    '¿Qué miembros debe tener una configuración?',
    {
      callback: '`Callback` es obligatorio, `Activo` ausente es true, el resto es null.',
      'callback-and-activo': 'También `Activo` es obligatorio.',
      'activo-kept': '`Callback` es obligatorio; un `Activo` ausente queda como estaba, al principio true.',
    },
  ],
  'events/callback-form': [
    '¿Qué `Callback` es válido?',
    {
      http: 'Una URI http o https absoluta, o vacío mientras `Activo` es false.',
      'any-uri': 'Cualquier URI.',
    },
  ],
  'events/secret-put': [
    '¿Qué hace un PUT cuyo `Secret` falta o es null?',
    { kept: 'Queda el guardado.', removed: 'Se quita el guardado.' },
  ],
  'events/custom-headers': [
    '¿Qué pasa con encabezados propios que rompen HTTP o pisan los firmados?',
    {
      400: 'Un problema de validación sobre el miembro en PUT.',
      'left-out': 'Se guardan, pero no van en las entregas.',
    },
  ],
  'events/method': ['¿Qué método usa una entrega?', { post: 'POST.', put: 'PUT.' }],
  'events/signature-algorithm': [
    '¿Qué es "HMAC-256", y cuál es su clave?',
    {
      'utf-8-key': 'HMAC-SHA256, con el secreto en UTF-8 como clave.',
      'base64-key': 'HMAC-SHA256, con el secreto decodificado de base64 como clave.',
    },
  ],
  'events/hook-id': [
    '¿Qué identifica `Notification-Hook-ID`?',
    {
      'per-notification': 'Una notificación, la misma en todos sus intentos.',
      'per-configuration': 'La configuración, la misma en todas sus entregas.',
    },
  ],
  'events/topic-header': [
    '¿Cuándo está presente `Notification-Topic`?',
    {
      'app-only': 'Siempre en los webhooks de la app, nunca en los hooks de la agencia.',
      always: 'En ambos.',
    },
  ],
  'events/agency-hooks': [
    '¿Qué encabezados llevan los hooks de la agencia?',
    {
      'as-app-webhook':
        'El web hook, los de un webhook de la app, firmado si hay `Secret`; el hook ADF, su id y timestamp, sin firma.',
      'custom-only': 'Solo sus encabezados propios.',
    },
  ],
  'events/catalogue-inquiry': [
    '¿Notifica a los canales de la agencia una consulta sobre una entrada del catálogo?',
    { 'not-notified': 'No.', notified: 'Sí.' },
  ],
  'events/other-topic-lists': [
    '¿Se listan los temas en otra ruta?',
    { none: 'No.', 'per-agency': 'También los lista `GET /v3/agencias/{adminmail}/appnotificaciones`.' },
  ],
  'events/state-topic': [
    '¿Cuándo notifica `publicacion-estado`?',
    {
      'every-state': 'Cuando una publicación entra en un estado, también al crearse.',
      'changes-only': 'Cuando una publicación pasa a otro estado, no al crearse.',
    },
  ],
  'events/inquiry-recipients': [
    '¿A qué apps notifica `publicacion-consultada`?',
    {
      publisher: 'A la app que publicó la publicación.',
      'every-reader': 'A toda app a la que la lista de consultas se la muestra.',
    },
  ],
}
