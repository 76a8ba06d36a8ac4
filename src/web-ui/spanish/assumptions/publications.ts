import type { SpanishAssumption } from './spanish-assumption.ts'

/** Spanish of the assumptions on publications, by id. */
export const PUBLICATIONS_IN_SPANISH: Readonly<Record<string, SpanishAssumption>> = {
  'publications/state-literals': [
    '¿Qué palabras toma `EstadoActual`?',
    {
      'activa-suspendida-archivada': '`Activa`, `Suspendida`, `Archivada`.',
      words: 'Tres palabras: para activa, suspendida y archivada.',
    },
  ],
  'publications/duplicate': [
    '¿Qué se responde a un alta con un `ExternalId` en uso, con cualesquiera mayúsculas?',
    { 409: 'Un conflicto sobre `ExternalId`.' },
  ],
  'publications/external-id-reuse': [
    '¿Qué se responde a un alta con el `ExternalId` de una publicación archivada?',
    { 201: 'La publicación nueva toma el lugar de la archivada.', 409: 'Un conflicto sobre `ExternalId`.' },
  ],
  'publications/same-vehicle': [
    '¿Qué se responde a un alta con el `Vin` de otra publicación activa?',
    { 400: 'Un problema de validación sobre `Vin`.', accepted: 'La publicación se crea.' },
  ],
  'publications/conflict-status-member': [
    '¿Qué `Status` lleva el cuerpo de un 409?',
    { 400: '400, como el ejemplo.', 409: '409, como la línea de estado.' },
  ],
  'publications/write-to-archived': [
    '¿Qué se responde a editar, suspender o archivar una publicación archivada?',
    { 403: 'Un problema con estado 403.', 409: 'Un conflicto de estado.' },
  ],
  'publications/suspend-twice': [
    '¿Qué se responde a suspender una publicación suspendida?',
    { 200: 'La publicación, sin cambios.', 409: 'Un conflicto de estado.' },
  ],
  'publications/suspend-refused': [
    '¿Qué se responde a una suspensión que el producto de la agencia no permite?',
    { 403: 'Un problema con estado 403.', 409: 'Un conflicto de estado.' },
  ],
  'publications/exposure-fallback': [
    '¿Qué nivel se usa cuando el pedido falta o está lleno?',
    {
      highest: 'El más alto permitido con lugar, en el orden Alta, Media, Baja.',
      'nearest-lower': 'El más cercano con lugar por debajo del pedido; si no, el más cercano por encima.',
    },
  ],
  'publications/package-exhausted': [
    '¿Qué se responde a un alta o una reactivación cuando ningún nivel tiene lugar?',
    {
      403: 'Un problema con estado 403.',
      409: 'Un conflicto sobre `Exposicion`.',
      suspended: 'La publicación se crea suspendida, o sigue así.',
    },
  ],
  'publications/patch-nothing-archived': [
    '¿Qué se responde a un PATCH que no cambia nada de una publicación archivada?',
    { 200: 'La publicación, sin cambios.', 409: 'Un conflicto de estado.' },
  ],
  'publications/list': [
    '¿Cómo se listan las publicaciones de una agencia, y cuáles sin filtro?',
    {
      'active-only':
        '`GET /v3/publicaciones/{adminmail}?operador&estado&q&pagina` en páginas (`inquiries/page-size`) con `Pagina`, `Total` y `PerPagina`; `estado` toma un literal de estado con cualesquiera mayúsculas, y sin él se listan solo las activas.',
      'all-states': 'Lo mismo, pero sin `estado` se listan todos los estados.',
    },
  ],
  'publications/exposure-unknown': [
    '¿Qué pasa con una `Exposicion` que no es un nivel?',
    { 400: 'Un problema de validación sobre `Exposicion`.', 'as-null': 'Cuenta como null.' },
  ],
  'publications/exposure-permitted': [
    '¿Qué niveles tiene permitidos una agencia?',
    {
      'pack-above-zero': 'Los que tienen un `Pack` mayor que 0.',
      'agency-list': 'Los de una lista de la agencia.',
    },
  ],
  'publications/exposure-later': [
    '¿Qué nivel tiene una publicación después de editarla, mientras está suspendida y al reactivarla?',
    {
      'by-step':
        'PUT decide como un alta, con su propio lugar contado como libre; una suspendida conserva sin lugar el nivel pedido o el último que tuvo; una reactivada toma ese nivel o, si no, el alternativo.',
    },
  ],
  'publications/activa-null': [
    '¿Qué significa `Activa` null en alta y PUT?',
    {
      400: 'Un problema de validación sobre `Activa`.',
      true: 'True.',
      'put-unchanged': 'True en el alta; PUT deja el estado.',
    },
  ],
  'publications/suspend-by-edit': [
    '¿Valen para `Activa` false las condiciones de una suspensión?',
    { 'as-suspender': 'En PATCH y PUT como para `suspender`, en el alta no.', none: 'En ningún lado.' },
  ],
  'publications/read-archived': [
    '¿Qué se responde al GET de una publicación archivada?',
    { 200: 'La publicación.', 404: '404 con un mensaje simple.' },
  ],
  'publications/other-apps': [
    '¿Qué es para quien llama la publicación de otra app en la misma agencia?',
    {
      hidden: 'Es 404 y no se lista, pero su `ExternalId` está en uso y su lugar cuenta.',
      shared: 'Ambas apps la leen y la escriben.',
    },
  ],
  'publications/exposure-null-put': [
    '¿Qué nivel pide un PUT cuya `Exposicion` es null, vacía o falta?',
    {
      keeps: 'El que tiene la publicación.',
      'as-in-create': 'El mejor permitido y disponible, como en el alta.',
    },
  ],
  'publications/order': [
    '¿En qué orden vienen las publicaciones?',
    {
      'oldest-first': 'Por creación, la primera al principio.',
      'newest-first': 'Por creación, la última al principio.',
    },
  ],
  'publications/precondition-header': [
    '¿Qué encabezado hace condicional una escritura?',
    { 'if-match': '`If-Match`, también con listas y `*`.' },
  ],
  'publications/precondition-required': [
    '¿Qué se responde a una escritura sin precondición?',
    { 428: 'Un problema con estado 428.', allowed: 'La escritura sigue adelante.' },
  ],
  'publications/etag-strength': [
    '¿El ETag es fuerte o débil?',
    { strong: 'Fuerte, uno para todas las formas de la publicación.', weak: 'Débil, `W/"..."`.' },
  ],
  'publications/uneditable-members': [
    '¿Qué pasa en PUT o PATCH con miembros que ahí no se editan?',
    { 400: 'Un problema de validación sobre cada uno.', ignored: 'No tienen efecto.' },
  ],
  'publications/put-absent': [
    '¿Qué pasa con un miembro ausente o null en PUT?',
    {
      'as-in-create':
        'Pasa a null o al valor por defecto indicado; `Fotos` y el operador quedan; `VersionYear` y `Kilometraje` son 400.',
      unchanged: 'Queda como estaba, pero `Activa` ausente es true.',
    },
  ],
  'publications/photos-put': [
    '¿Qué hace `Fotos` en el PUT de un auto usado?',
    {
      'kept-when-absent':
        'Ausente o null deja las fotos, una lista vacía es 400, cualquier otra sigue las reglas del alta.',
      mandatory: 'Ausente o null también es 400.',
      'empty-ignored': 'Una lista vacía también deja las fotos.',
    },
  ],
  'publications/mileage-put': [
    '¿Qué pasa con un `Kilometraje` menor en PUT?',
    {
      'not-to-zero': '400 si pasa de más de 0 a 0; si no, se acepta.',
      'rules-of-create': 'Deciden solo las reglas del alta.',
      'never-lower': '400 para todo valor menor.',
    },
  ],
  'publications/telefono-null': [
    '¿Qué teléfono corresponde a un `Telefono` null?',
    {
      'when-written': 'El primero del operador al escribir la publicación; null si no tiene.',
      'at-each-read': 'El primero del operador en cada lectura.',
    },
  ],
  'publications/location-header': [
    '¿Qué forma tiene `Location`?',
    { 'as-href': 'La que tiene `href`.', absolute: 'Una URL con esquema y host.' },
  ],
  'publications/ref-etag-form': [
    '¿Qué forma tiene `etag` en la ref?',
    {
      'header-value': 'El valor del encabezado, con comillas.',
      'opaque-part': 'Lo que va entre las comillas.',
    },
  ],
  'publications/etag-unchanged-write': [
    '¿Qué ETag sigue a una escritura exitosa que no cambia nada?',
    { same: 'El que tenía.', new: 'Uno nuevo.' },
  ],
  'publications/patch-null-amounts': [
    '¿Qué significa null para un importe en PATCH?',
    { cleared: 'El importe se quita.', unchanged: 'El importe queda.' },
  ],
  'publications/patch-empty': [
    '¿Qué se responde a un PATCH con `{}`, o con los valores que la publicación ya tiene?',
    { 200: 'La publicación, sin cambios.', 400: '`{}` es un problema de validación con la clave `_`.' },
  ],
  'publications/if-none-match-write': [
    '¿Qué hace `If-None-Match` en una escritura?',
    { honoured: 'Un ETag o `*` que coincide es 412, como dice la RFC 9110.', ignored: 'No tiene efecto.' },
  ],
  'publications/external-id-characters': [
    '¿Qué caracteres puede tener un `ExternalId`?',
    {
      'path-segment': "Letras, dígitos y `-._~!$'()*,=:@+`, pero nunca `..`.",
      unreserved: 'Solo letras, dígitos y `-._~`.',
    },
  ],
  'publications/unknown-operator': [
    '¿Qué pasa con un alta cuyo e-mail no es de un operador de la agencia?',
    {
      400: 'Un problema de validación sobre `OperadorResponsable`.',
      administrator: 'El responsable es el administrador de la agencia.',
    },
  ],
  'publications/unresolvable': [
    '¿Qué pasa con una marca o un modelo sin coincidencia?',
    { 400: 'Un problema de validación sobre el miembro.', kept: 'El texto se guarda tal como llega.' },
  ],
  'publications/transmission-form': [
    '¿Cómo se muestran `A` y `M`?',
    { 'spelled-out': 'Como `Automática` y `Manual`.' },
  ],
  'publications/vin-check-digit': [
    '¿Se exige el dígito verificador en la posición 9 de un `Vin`?',
    {
      'not-enforced': 'Ahí puede ir cualquier carácter permitido.',
      enforced: 'Un dígito incorrecto es un problema de validación sobre `Vin`.',
    },
  ],
  'publications/used': [
    '¿Cuándo es usado un auto?',
    { 'mileage-above-zero': 'Cuando `Kilometraje` es mayor que 0.' },
  ],
  'publications/suspicious-mileage': [
    '¿Qué `Kilometraje` se rechaza por sospechoso?',
    {
      'zero-km-age': '0 con un `VersionYear` anterior al año pasado es 400.',
      'also-yearly-maximum': 'También es 400 más de 60.000 km por año de antigüedad.',
      off: 'Nada es sospechoso.',
    },
  ],
  'publications/mileage-by-product': [
    '¿Cuándo no admite el producto contratado un `Kilometraje`?',
    {
      'agency-flag':
        'Una agencia marcada `soloNuevos` o `soloUsados` en el escenario recibe 400 con los del otro tipo.',
    },
  ],
  'publications/photos': [
    '¿Cómo se verifican las fotos?',
    {
      'url-only':
        'Cada una debe ser una URL http o https absoluta; de las fotos propias del sandbox se verifica también el tamaño, que se conoce.',
      downloaded:
        'Cada una se descarga y se mide, con límites de tamaño y tiempo, y nunca de una dirección privada salvo que se permita.',
    },
  ],
  'publications/custom-data-item': [
    '¿Qué es un elemento de `DatosTecnicosCustom`?',
    { object: '`{Seccion, Valor, Datos}`.', string: 'Un texto.' },
  ],
  'publications/warranty': [
    '¿Qué muestra `CertificadoDeGarantiaUsado`?',
    { object: 'Null, o `{Aplica: true, Titulo}`.', boolean: 'True o false.' },
  ],
  'publications/location-null': [
    '¿Qué significa `Locacion` null?',
    {
      'operator-address': 'La primera dirección del operador responsable.',
      null: 'Sin dirección: la respuesta muestra null.',
    },
  ],
  'publications/telefono-create': [
    '¿Qué pasa en un alta con un `Telefono` que no es del operador?',
    {
      400: 'Un problema de validación sobre `Telefono`, como en PUT.',
      accepted: 'Se guarda tal como llega.',
    },
  ],
  'publications/required-members': [
    '¿Qué miembros debe tener un alta?',
    {
      standard:
        '`ExternalId`, `Marca` y `Modelo` salvo que `Version` los establezca, `VersionYear`, `Kilometraje`, y `Fotos` si el auto es usado.',
      'also-color-and-precio': 'También `Color` y `Precio`.',
      'external-id-only':
        'Solo `ExternalId`, y `Fotos` si el auto es usado, que se describen como obligatorias.',
    },
  ],
  'publications/optional-absent': [
    '¿Cómo se muestran los miembros opcionales que un alta no envió?',
    { null: 'Como null; las listas, como `[]`.', 'empty-strings': 'Como textos vacíos.' },
  ],
  'publications/version-absent': [
    '¿Qué pasa con una `Version` ausente, null o vacía?',
    {
      400: 'Un problema de validación sobre `Version`.',
      'known-or-null': 'Es la única versión conocida que dejan modelo, año y datos técnicos; si no, null.',
    },
  ],
  'publications/version-match': [
    '¿Qué establece una única versión conocida?',
    {
      'text-first':
        'Un id, una api-url o el texto; año, transmisión, propulsión y carrocería desempatan entre textos.',
      'technical-data-too': 'También pueden hacerlo solo los datos técnicos.',
    },
  ],
  'publications/version-elsewhere': [
    '¿Qué pasa con una `Version` de otra marca u otro modelo que los dados?',
    {
      400: 'Un problema de validación sobre `Version`.',
      'version-wins': 'Marca y modelo siguen a la versión.',
    },
  ],
  'publications/derived-members': [
    '¿Qué muestran `Transmision` y `Propulsion` si faltan, o si difieren de las de la versión conocida?',
    {
      400: 'Un problema de validación sobre el miembro.',
      'from-version':
        'Las de la versión o, sin versión conocida, lo enviado, y si no null; `VersionYear` es siempre el enviado.',
      'as-sent': 'Lo enviado.',
    },
  ],
  'publications/transmission-spelling': [
    '¿Qué pasa con una `Transmision` con otras mayúsculas o sin su acento?',
    { 400: 'Un problema de validación sobre `Transmision`.', accepted: 'Se entiende.' },
  ],
  'publications/empty-strings': [
    '¿Qué significa un texto vacío donde se admite longitud 0?',
    {
      'by-member':
        'Null en `Exposicion`, `OperadorResponsable`, `Version`, `Telefono`, `Propulsion`, `Carroceria` y los miembros de `Locacion`; en `RefStock` y `Descripcion` se guarda.',
      null: 'Null en todos.',
    },
  ],
  'publications/vin-case': [
    '¿Qué pasa con un `Vin` en minúsculas?',
    { 400: 'Un problema de validación sobre `Vin`.', 'upper-case': 'Se muestra en mayúsculas.' },
  ],
  'publications/external-id-shown': [
    '¿Con qué mayúsculas muestran las respuestas un `ExternalId`?',
    { 'as-assigned': 'Con las que se asignó la primera vez.', 'lower-case': 'En minúsculas.' },
  ],
  'publications/photos-shown': [
    '¿Qué URL de fotos muestran las respuestas?',
    { 'as-sent': 'Las enviadas.', 'own-copies': 'Direcciones de las copias del propio servicio.' },
  ],
  'publications/photo-refused': [
    '¿Qué pasa con una foto que no se puede descargar o es demasiado chica?',
    { 400: 'Un problema de validación sobre `Fotos[i]`.', 'left-out': 'La publicación se escribe sin ella.' },
  ],
  'publications/photos-count': [
    '¿Cuántas fotos puede tener una publicación?',
    { unbounded: 'Cualquier cantidad.', 'at-most': 'Más que la cantidad indicada es 400 sobre `Fotos`.' },
  ],
  'publications/custom-data-shown': [
    '¿Qué muestra `DatosTecnicosCustom` cuando la versión es conocida?',
    { empty: 'Una lista vacía.', 'own-rows': 'Las filas del propio servicio.' },
  ],
  'publications/warranty-new-car': [
    '¿Qué pasa con `AplicaCertificadoGarantiaUsado` true en un 0 km?',
    { 400: 'Un problema de validación sobre el miembro.', ignored: 'No tiene efecto.' },
  ],
  'publications/amounts': [
    '¿Tienen que concordar `Precio`, `Adelanto` y `Cuota`?',
    {
      400: 'Un problema de validación sobre el importe que no concuerda.',
      accepted:
        'Se acepta toda combinación, también un `Adelanto` mayor, monedas mezcladas o una `Cuota` sola.',
    },
  ],
  'publications/location-forms': [
    '¿Qué formas admiten los miembros de `Locacion` en los pedidos?',
    {
      resolved:
        'Cada uno es opcional y admite las formas de la edición del operador, también el código ISO, igual en alta y PUT; sin coincidencia, o con una ciudad de otra región, es 400.',
      'iso-in-put-only': 'El código ISO vale solo en PUT.',
      kept: 'El texto se guarda tal como llega.',
    },
  ],
  'publications/location-absent-members': [
    '¿Cómo se muestran los miembros de `Locacion` que el cliente no envió?',
    { 'empty-strings': 'Como textos vacíos.', null: 'Como null.' },
  ],
  'publications/location-bounds': [
    '¿Qué largo pueden tener los miembros de `Locacion`?',
    {
      'as-operator': 'Hasta 200 caracteres, como en la edición del operador.',
      unbounded: 'El de cualquier texto sin límite (`limits/texts`).',
    },
  ],
}
