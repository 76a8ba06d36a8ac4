/** Spanish of what the server says about scenarios, their stories and its decisions. */

/** Whole sentences, by a name where they have one, else by their English. */
const SENTENCES: Readonly<Record<string, string>> = {
  // Stories of scenarios, by name
  'archived-stock':
    'Casi todas las publicaciones están archivadas sin vuelta atrás; quedan unas pocas activas para archivar.',
  'busy-inbox':
    'Doce mil consultas en noventa días. No entran en las 99 páginas de la API: el cliente tiene que dividir el período.',
  'busy-saturday':
    'Un día en la playa que transcurre solo desde las ocho: llegan consultas y visitas, bajan precios, se venden autos, el paquete se llena y el webhook de la app falla una hora y se pone al día. Acelerá el reloj o avanzá de evento en evento.',
  demo: 'Una agencia grande y una chica, con autos en todos los estados, noventa días de consultas, visitas, sucursales y notificaciones. Hay de todo lo cotidiano, y lugar para publicar.',
  empty: 'Una agencia con su paquete y nada más. Para pruebas que crean todo lo que necesitan.',
  'new-cars':
    'El producto contratado admite solo 0 km y no permite suspender: se rechaza un kilometraje mayor que 0 y toda suspensión.',
  'package-exhausted':
    'Todos los niveles del paquete están llenos y dos autos esperan suspendidos. No se puede crear ni reactivar hasta archivar algo.',
  'read-only-app':
    'La app puede leer la agencia pero no modificarla: se rechaza toda escritura y no se ofrece ningún link a ella.',
  strict:
    'Todo pedido va firmado, los cuerpos con digest y las escrituras con el ETag; lo que la descripción no nombra se rechaza. El cliente que funciona acá funciona en todas partes.',
  'two-apps':
    'Dos apps publican para la misma agencia. Ninguna ve lo de la otra, pero comparten paquete y ExternalId. Una segunda agencia existe solo para la primera app.',
  // Titles of scenarios
  'An archived stock': 'Un stock archivado',
  'A busy inbox': 'Una bandeja llena',
  'A busy Saturday': 'Un sábado movido',
  'Two agencies with everyday data': 'Dos agencias con datos de todos los días',
  'An agency without data': 'Una agencia sin datos',
  'New cars only': 'Solo autos 0 km',
  'A full package': 'Un paquete lleno',
  'A read-only app': 'Una app de solo lectura',
  'A strict service': 'Un servicio estricto',
  'Two apps, one agency': 'Dos apps, una agencia',
  // The Saturday
  'The first visitors of the morning': 'Los primeros visitantes de la mañana',
  'A lead on the Corolla': 'Una consulta por el Corolla',
  'A few leads during the morning': 'Algunas consultas durante la mañana',
  'The pick-up is back from the garage': 'La pick-up vuelve del service',
  'The price of the Ranger is reduced': 'Baja el precio de la Ranger',
  'The Corolla is sold': 'Se vende el Corolla',
  'A lead comes too late, the car is sold': 'Una consulta que llega tarde: el auto ya se vendió',
  'A trade-in is published': 'Sale a la venta un auto recibido en parte de pago',
  "The app's webhook receiver breaks down": 'Se cae el receptor de webhooks de la app',
  'The API fails too, for five minutes': 'La API también falla, durante cinco minutos',
  'The receiver works again; pending deliveries arrive at their next attempt':
    'El receptor vuelve a andar; lo pendiente llega en el próximo intento',
  'Siesta, but people keep browsing': 'Siesta, pero la gente sigue mirando',
  'A scratch is found': 'Apareció un rayón',
  'Afternoon offers': 'Ofertas de la tarde',
  'A car is sold': 'Se vende un auto',
  'Polished and reactivated': 'Pulido y reactivado',
  'More cars arrive than the package has room for': 'Llegan más autos que lugares tiene el paquete',
  'Another car is sold, which frees a place': 'Se vende otro y libera un lugar',
  'The free place is taken at once': 'El lugar libre se ocupa enseguida',
  'The last visitors': 'Los últimos visitantes',
  'A lead for Monday': 'Una consulta para el lunes',
  'publications fill the package': 'las publicaciones llenan el paquete',
  // Questions of a decision, by step
  caller: '¿Qué app llama?',
  rate: '¿Está dentro de su cuota?',
  operation: '¿Qué operación pide?',
  form: '¿Qué representación se puede mostrar?',
  parameters: '¿Los parámetros están bien formados?',
  target: '¿El destino existe para esta app?',
  access: '¿Esta app puede hacerlo?',
  precondition: '¿La copia de la app está al día?',
  body: '¿El cuerpo es válido?',
  decision: '¿El estado actual lo permite?',
  shown: '¿Cómo se muestra el resultado?',
  fault: '¿Se inyecta una falla?',
}

/** Sentences with values, in the order in which they are tried. */
const PATTERNS: readonly (readonly [english: RegExp, spanish: string])[] = [
  // Refusals of the control API that pages meet most
  [
    /^There is no world named (\S+)\. Create it with playa world new .*$/,
    'No hay ningún mundo que se llame $1.',
  ],
  [/^There is a world named (\S+) already\.$/, 'Ya hay un mundo que se llama $1.'],
  [
    /^The limit of (\d+) (?:worlds|snapshots of a world|armed faults of a world) is reached\. Delete some first\.$/,
    'Se llegó al límite de $1. Borrá algunos primero.',
  ],
  [
    /^World (\S+) has a snapshot named (\S+) already\.$/,
    'El mundo $1 ya tiene una instantánea que se llama $2.',
  ],
  [
    /^World (\S+) has no (?:delivery|mail|snapshot named|fault|exchange) (\S+?)\. .*$/,
    'El mundo $1 no tiene $2.',
  ],
  [/^Not valid: (.+)\.$/, 'No es válido: $1.'],
  [/^a lead on (.+)$/, 'una consulta por $1'],
  [/^(\d+) leads on (.+)$/, '$1 consultas por $2'],
  [/^inquiry (\d*) on (.+) for (.+)$/, 'consulta $1 por $2 para $3'],
  [/^(\d+) inquiries$/, '$1 consultas'],
  [/^(\d+) views of (.+)$/, '$1 visitas a $2'],
  [/^(\d+) views$/, '$1 visitas'],
  [/^(.+) is published at (.+)$/, '$1 se publicó en $2'],
  [/^(.+) is published$/, 'se publica $1'],
  [/^(\d+) published; the next was refused: (.+)$/, '$1 publicadas; la siguiente se rechazó: $2'],
  [/^the price of (.+) changes to (.+)$/, 'el precio de $1 cambia a $2'],
  [/^the price of (.+) changes by (.+)$/, 'el precio de $1 cambia un $2'],
  [/^(.+) costs (.+) instead of (.+)$/, '$1 cuesta $2 en lugar de $3'],
  [/^(.+) is sold and archived$/, '$1 se vendió y quedó archivada'],
  [/^(.+) is sold$/, 'se vende $1'],
  [/^(.+) is suspended$/, 'se suspende $1'],
  [/^(.+) is reactivated$/, 'se reactiva $1'],
  [/^(.+) is active again$/, '$1 vuelve a estar activa'],
  [/^(.+) answers (\d+)$/, '$1 responde $2'],
  [/^(.+) responds with (\d+) from now on$/, '$1 responde $2 de ahora en más'],
  [/^a fault rule is added(: .+)?$/, 'se agrega una falla$1'],
  [/^fault (f\d+) is armed$/, 'la falla $1 está activa'],
  [/^nothing happened: (.+)$/, 'no pasó nada: $1'],
  // Events, deliveries and faults
  [/^inquiry (\d+) on (.+)$/, 'consulta $1 por $2'],
  [/^an inquiry on (.+)$/, 'una consulta por $1'],
  [/^(.+) created, (\w+)$/, 'se creó $1, $2'],
  [/^(.+) became (\w+)$/, '$1 quedó $2'],
  [/^(.+) written$/, '$1 se escribió'],
  [/^(\S+) changed: (.+)$/, '$1 cambió: $2'],
  [/^(\S+) accepted the invitation of (.+)$/, '$1 aceptó la invitación de $2'],
  [/^the invitation of (.+) was accepted$/, 'se aceptó la invitación de $1'],
  [/^delivered$/, 'entregada'],
  [/^delivered to the outbox$/, 'entregada en la bandeja de salida'],
  [/^answered (\d+), not 2xx$/, 'respondió $1, no 2xx'],
  [/^answered 410, gone$/, 'respondió 410: ya no existe'],
  [/^The connection was refused\.$/, 'Conexión rechazada.'],
  [/^delayed (\d+) ms$/, 'demora de $1 ms'],
  [/^(\d+) instead of the service's response$/, '$1 en lugar de la respuesta del servicio'],
  [/^another writer changed the publication first$/, 'otro cliente cambió antes la publicación'],
  [/^another writer changed .+ response$/, 'otro cliente cambió la publicación después de la respuesta'],
  [/^connection reset before .+$/, 'conexión cortada antes de atender el pedido'],
  [/^response lost: .+$/, 'respuesta perdida: conexión cortada después de atender el pedido'],
  [
    /^(\d+) as the rule says, instead of the service's response$/,
    '$1 como dice la regla, en lugar de la respuesta del servicio',
  ],
  [/^body truncated halfway$/, 'cuerpo cortado a la mitad'],
  [/^body slowed to (\d+) bytes per second$/, 'cuerpo a $1 bytes por segundo'],
  [/^(Retry-After \d+)$/, '$1'],
]

/** Translations of words that take the place of a name in such a sentence. */
const UNNAMED: Readonly<Record<string, string>> = {
  'any car': 'cualquier auto',
  'a car': 'un auto',
  'a suspended car': 'un auto suspendido',
  'the catalogue': 'el catálogo',
  'a catalogue entry': 'un auto del catálogo',
  active: 'activa',
  suspended: 'suspendida',
  archived: 'archivada',
}

/** Returns the Spanish of a sentence of the server, which may have a name; undefined where it has none. */
export const serverSpanish = (english: string, name = english): string | undefined => {
  const sentence = SENTENCES[name]
  if (sentence !== undefined) return sentence
  const [pattern, spanish] = PATTERNS.find(([candidate]) => candidate.test(english)) ?? []
  if (!pattern || spanish === undefined) return undefined
  const named = english.replaceAll(
    /\b((any|a|a suspended) car|the catalogue|a catalogue entry)\b/g,
    (one) => UNNAMED[one] ?? one,
  )
  return named
    .replace(pattern, spanish)
    .replace(/(?<=, |quedó )(active|suspended|archived)$/, (state) => UNNAMED[state] ?? state)
}
