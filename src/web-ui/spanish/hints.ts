/** Spanish of the hints of the client lint by id: title, why, advice. */
export const SPANISH_HINTS: Readonly<Record<string, readonly [title: string, why: string, advice: string]>> =
  {
    'etag-ignored': [
      'Lo que no cambió se vuelve a leer entero',
      'Cada respuesta trae el `ETag` de la anterior. Alcanzaría con un 304 sin cuerpo.',
      'Guardá el `ETag` de cada respuesta y envialo como `If-None-Match` en la lectura siguiente; ante un 304 usá tu copia.',
    ],
    'next-page-unread': [
      'Se lee solo la primera de varias páginas de una lista',
      'El cliente nunca ve las entradas de las páginas siguientes. Las listas crecen, y el error aparece mucho después.',
      'Seguí `_links.next` hasta que no haya más, o acotá la lista con sus filtros.',
    ],
    'accept-not-offered': [
      '`Accept` no nombra ningún tipo de contenido del recurso',
      'Un servicio que responde igual envía un tipo que el cliente no lee.',
      'Enviá `Accept: application/json`, o uno de los tipos propios del recurso.',
    ],
    'retry-after-ignored': [
      'El cliente reintenta antes de lo que dice `Retry-After`',
      'Un reintento temprano se rechaza otra vez y prolonga el límite.',
      'Ante 429 y 503 demorá todos los pedidos de la app los segundos de `Retry-After`.',
    ],
    'bad-request-repeated': [
      'Un pedido rechazado con 400 se envía otra vez sin cambios',
      'El mismo pedido recibe el mismo rechazo.',
      'Mostrá `Errors` a quien pueda corregir los datos, y enviá el pedido solo después de un cambio.',
    ],
    'unauthorized-repeated': [
      'El cliente sigue aunque se rechazan sus credenciales',
      'Ningún pedido puede salir bien antes de corregirlas, y un servicio real puede bloquear al cliente.',
      'Detenete en el primer 401, informá su `Detail` y seguí con credenciales y reloj correctos.',
    ],
    'path-almost-right': [
      'Una ruta difiere de un recurso solo en mayúsculas o una barra',
      'Los segmentos fijos distinguen mayúsculas, así que la ruta no existe.',
      'Tomá las rutas de los links, o escribilas como están documentadas: en minúsculas, sin barras de más.',
    ],
    'write-without-if-match': [
      'Una publicación se escribe sin `If-Match`',
      'Se pierden los cambios de otros clientes desde la última lectura. Un servicio también puede rechazarlo con 428.',
      'Guardá el `ETag` de la última respuesta de la publicación y envialo como `If-Match`; ante un 412 leé, combiná y escribí.',
    ],
    'stale-tag-again': [
      'Se repite una escritura con una etiqueta ya rechazada',
      'La etiqueta sigue vencida: la escritura nunca sale bien.',
      'Ante un 412 leé la publicación, compará los cambios y escribí con el `ETag` nuevo.',
    ],
    'external-id-changed-after-409': [
      'Tras un 409 se cambia `ExternalId` y se publica el mismo auto',
      'Un 409 suele decir que un alta anterior salió bien y se perdió su respuesta. Con otro id el auto queda dos veces y ocupa dos lugares del paquete.',
      'Usá un solo `ExternalId` por auto. Ante un 409 leé esa publicación, y editala si es tuya.',
    ],
    'content-type-missing': [
      'Un cuerpo se envía sin un `Content-Type` de JSON',
      'Solo los servicios tolerantes lo toman como JSON; otros responden 415.',
      'Enviá `Content-Type: application/json` con cada cuerpo.',
    ],
    'unsigned-webhook-accepted': [
      'Se acepta una notificación sin firma',
      'El webhook no tiene `Secret`: el receptor no puede saber si la notificación viene del servicio, y cualquiera que conozca la URL puede enviar una.',
      'Configurá un `Secret` de al menos 16 caracteres, verificá `Notification-Signature` y respondé 401 a los pedidos sin firma.',
    ],
  }
