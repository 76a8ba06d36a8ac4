import type { SpanishAssumption } from './spanish-assumption.ts'

/** Spanish of the assumptions on agencies, by id. */
export const AGENCIES_IN_SPANISH: Readonly<Record<string, SpanishAssumption>> = {
  'agencies/address': [
    '¿Dónde están una agencia y la lista de agencias?',
    {
      'by-adminmail':
        '`GET /v3/agencias/{adminmail}` da una, `GET /v3/agencias?q` las que la app puede ver, en el orden del escenario.',
    },
  ],
  'agencies/operator-form': [
    '¿Qué da `?operador=`?',
    {
      'collection-or-single':
        'La colección con ese operador solo; en `GET /v3/operadores?operador=`, sin el segmento, el Operador solo.',
    },
  ],
  'agencies/operator-ref': [
    '¿Qué `href` y `title` tiene la ref de un operador?',
    {
      'name-and-email':
        '`/v3/operadores/{adminmail}?operador={email}`, con título `Nombre Apellido (email)`.',
    },
  ],
  'agencies/branches': [
    '¿Dónde están las sucursales, y qué miembros tienen?',
    {
      'documented-members':
        '`/v3/sucursales/{adminmail}` se lee y se le agrega, `/v3/sucursales/{adminmail}/{id}` se lee y se edita: contacto y lugar, tres servicios, tres horarios, y el operador que recibe las consultas de posventa.',
    },
  ],
  'agencies/opening-hours': [
    '¿Qué miembros tienen los horarios de una sucursal?',
    { 'desde-hasta': '`Desde` y `Hasta` como `HH:MM`, o null en su lugar.' },
  ],
  'agencies/visits': [
    '¿Dónde están las visitas, y qué miembros tienen?',
    {
      page: '`GET /v3/visitas/{adminmail}?operador&externalid&desde&hasta&pagina` da una página de `Fecha`, `ExternalId`, `Visitas` y `_links`.',
    },
  ],
  'agencies/notification-put': [
    '¿Cómo se editan las notificaciones?',
    {
      'absent-unchanged':
        '`PUT /v3/notificaciones/{adminmail}` recibe los cuatro miembros y deja como estaba al que falta o es null; un canal nunca configurado se activa recién cuando `Activo` lo dice.',
      replaced:
        'Lo mismo, pero un canal ausente o null queda como si nunca se hubiera configurado, y así cada miembro ausente de un canal.',
    },
  ],
  'agencies/package-counts': [
    '¿Qué publicaciones cuenta `Activas`?',
    {
      active: 'Las activas.',
      'active-and-suspended':
        'Las activas y las suspendidas. Al elegirlo, un nivel recibe tantos lugares como entonces usa.',
    },
  ],
  'agencies/commercial-name': [
    '¿Quién puede editar el nombre comercial?',
    {
      'write-access': 'Una app con acceso de escritura a la agencia; a cualquier otra se la rechaza con 403.',
    },
  ],
  'agencies/commercial-name-absent': [
    '¿Qué pasa con un PUT de una agencia sin `NombreComercial`, o con null?',
    { 400: 'Un problema de validación sobre `NombreComercial`.', unchanged: 'El nombre queda igual.' },
  ],
  'agencies/operator-absent': [
    '¿Qué pasa con un miembro ausente o null en el PUT del administrador?',
    {
      400: 'Un problema de validación sobre el miembro.',
      unchanged: 'Queda como estaba.',
      cleared: 'Se vacía.',
    },
  ],
  'agencies/operator-phones': [
    '¿Cómo siguen `Telefonos` y `Direcciones` a ese PUT?',
    {
      'work-then-whatsapp':
        '`TelefonoLaboral` y después `WhatsApp`, cada uno una vez; la primera dirección se forma con `Region`, `Ciudad` y `Direccion`.',
      'without-whatsapp': '`Telefonos` no incluye `WhatsApp`.',
    },
  ],
  'agencies/phone-form': [
    '¿Qué forma deben tener los dos teléfonos de un operador?',
    {
      'whatsapp-checked':
        '`WhatsApp` es `+` y dígitos, con espacios o `-` en medio; de `TelefonoLaboral` se verifica la longitud.',
      'length-only': 'De ambos se verifica la longitud.',
    },
  ],
  'agencies/place-no-match': [
    '¿Qué pasa con la `Region` o `Ciudad` de un operador sin coincidencia, o con una ciudad de otra región?',
    { 400: 'Un problema de validación sobre el miembro.', kept: 'El texto se guarda tal como llega.' },
  ],
  'agencies/unknown-operator': [
    '¿Qué se responde a `?operador=` con un e-mail que no es de un operador de la agencia?',
    {
      404: '404 con un mensaje simple.',
      empty: 'Una colección vacía, y 404 donde se pidió un Operador solo.',
    },
  ],
  'agencies/settings-unset': [
    '¿Cómo se ve un canal que nunca se configuró?',
    { 'null-members': 'Sus miembros son null y `Activo` es false.', null: 'El canal mismo es null.' },
  ],
  'agencies/operator-in-several': [
    '¿Qué agencia se entiende por un operador de varias, donde la ruta no nombra ninguna?',
    {
      400: 'Un problema de validación sobre `operador`.',
      first: 'La primera que existe para la app, en el orden del escenario.',
    },
  ],
  'agencies/edit-of-collaborator': [
    '¿Qué se responde al PUT de un operador que es colaborador, pero no el administrador?',
    {
      403: 'Un problema con estado 403, porque solo se puede modificar a un administrador.',
      404: '404, porque la ruta nombra agencias por su administrador.',
    },
  ],
}
