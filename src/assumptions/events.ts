import { assumption } from './assumption.ts'

/**
 * Open questions of the description about webhooks, their signatures and retries, and the agency's channels.
 */
export const eventAssumptions = [
  assumption({
    id: 'events/topics',
    question: 'Which topics are there?',
    options: {
      standard: { means: '`agencia-invitacion-aceptada`, `publicacion-consultada`, `publicacion-estado`.' },
      list: {
        means: 'The names that are given.',
        value: { kind: 'words', pattern: '[A-Za-z0-9][A-Za-z0-9._-]*', example: ['publicacion-consultada'] },
      },
    },
    switchable: true,
    evidence: 'documented',
    why: 'The purpose of the first is documented; the others are what an app asks for next.',
    statements: ['EVT-01'],
  }),
  assumption({
    id: 'events/first-configuration',
    question: 'How is a topic configured for the first time?',
    options: {
      put: { means: 'PUT creates it; POST does too, as under `post`.' },
      post: {
        means:
          '`POST /v3/appnotificaciones/{topic}` gives 201 with `Location`, or 409 when there is one already; PUT gives 404 until then.',
      },
    },
    switchable: true,
    evidence: 'description',
    why: 'The description configures topics by PUT alone and names its body an upsert, though its 404 lists "never configured" too.',
    statements: ['EVT-03'],
  }),
  assumption({
    id: 'events/href-form',
    question: 'Which form does an `href` have in the body of a delivery?',
    options: {
      absolute: { means: 'A URL with scheme and host, under which the service was last addressed.' },
      'as-in-responses': { means: 'The form of `common/href-form`.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'A path would lead a receiver to its own host; a link object holds a URI either way.',
    statements: ['EVT-04', 'EVT-06', 'COM-02'],
  }),
  assumption({
    id: 'events/secret-shown',
    question: 'What do answers show as `Secret`?',
    options: {
      null: { means: 'Null.' },
      masked: { means: 'Asterisks in its place.' },
      'as-stored': { means: 'The secret.' },
    },
    switchable: true,
    evidence: 'description',
    why: 'The example shows null, though it may be of a configuration without one.',
    statements: ['EVT-03', 'EVT-02'],
  }),
  assumption({
    id: 'events/signature-join',
    question: 'How are the signed values joined?',
    options: {
      newline: { means: 'With a line feed between them.' },
      nothing: { means: 'With nothing between them.' },
      dot: { means: 'With a full stop between them.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'The documented request signature joins its lines the same way.',
    statements: ['EVT-05'],
  }),
  assumption({
    id: 'events/signature-encoding',
    question: 'How is the signature encoded?',
    options: {
      base64: { means: 'In standard base64.' },
      hex: { means: 'In lower-case hexadecimal.' },
      'sha256-hex': { means: 'In lower-case hexadecimal after `sha256=`.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'The documented request signature uses the same encoding.',
    statements: ['EVT-05'],
  }),
  assumption({
    id: 'events/timestamp',
    question: 'Which form does `Notification-Timestamp` have?',
    options: {
      'iso-8601': { means: 'ISO 8601 in UTC.' },
      'unix-seconds': { means: 'Seconds since 1970.' },
      'http-date': { means: 'The date form of RFC 9110.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'Date-times in bodies are ISO 8601.',
    statements: ['EVT-05'],
  }),
  assumption({
    id: 'events/body',
    question: 'What is the body of a delivery to the app?',
    options: {
      ref: { means: '`{Topic, Momento, Entidad}` with a ref, to fetch the rest.' },
      full: { means: 'The same with the entity in full.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'A ref leaks little and makes the client read the current state.',
    statements: ['EVT-04'],
  }),
  assumption({
    id: 'events/agency-body',
    question: "What is the body of the agency's web hook?",
    options: {
      full: { means: 'The Consulta in full, as JSON.' },
      ref: { means: 'Its ref.' },
    },
    switchable: true,
    evidence: 'free',
    why: "The agency's own system usually has no way to fetch the rest.",
    statements: ['EVT-06'],
  }),
  assumption({
    id: 'events/adf',
    question: 'What do the ADF hook and the ADF mail carry?',
    options: {
      'adf-xml': { means: 'ADF 1.0 XML, as `application/xml`.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: "This version is what the trade's systems read. Fixed: no other form is known.",
    statements: ['EVT-06'],
  }),
  assumption({
    id: 'events/html-mail',
    question: 'What is the HTML mail, and who gets it?',
    options: {
      multipart: {
        means: 'Text and HTML in one message to the responsible operator, blind copies to `EmailsCCO`.',
      },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'The settings name blind copies only, so the first reader is the one responsible. Fixed: no other form is known.',
    statements: ['EVT-06', 'AGE-10'],
  }),
  assumption({
    id: 'events/success',
    question: 'When does a delivery count as done?',
    options: {
      '2xx': { means: 'On any 2xx within 10 seconds.' },
    },
    switchable: false,
    evidence: 'free',
    why: 'Receivers differ in which 2xx they send. Fixed: no other form is known.',
    statements: ['EVT-07'],
  }),
  assumption({
    id: 'events/retries',
    question: 'When is a failed delivery tried again?',
    options: {
      'five-attempts': {
        means:
          "Five attempts, at once, and 30 seconds, 5 minutes, 30 minutes and 2 hours of the world's clock after the first, with the same hook id and a new timestamp and signature.",
      },
      'one-attempt': { means: 'Never: one attempt, and no other.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'Short gaps first bridge a restart, long ones an outage.',
    statements: ['EVT-07', 'EVT-05'],
  }),
  assumption({
    id: 'events/after-last',
    question: 'What follows the last failure?',
    options: {
      'stays-active': { means: 'The delivery is recorded as failed and the configuration stays active.' },
      suspended: { means: 'The configuration is suspended.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'One lost delivery should not silence a topic.',
    statements: ['EVT-07', 'EVT-04'],
  }),
  assumption({
    id: 'events/gone',
    question: 'What follows a 410 of the receiver?',
    options: {
      stops: { means: 'No further attempt is made.' },
      retried: { means: 'It is retried as any failure.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'RFC 9110 calls 410 likely permanent.',
    statements: ['EVT-07'],
  }),
  assumption({
    id: 'events/required-members',
    question: 'Which members must a configuration have?',
    options: {
      callback: { means: '`Callback` is required, `Activo` is true when absent, the rest is null.' },
      'callback-and-activo': { means: '`Activo` is required too.' },
      'activo-kept': { means: '`Callback` is required; an absent `Activo` stays as it was, true at first.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'Without an address there is nothing to deliver to.',
    statements: ['EVT-03'],
  }),
  assumption({
    id: 'events/callback-form',
    question: 'Which `Callback` is valid?',
    options: {
      http: { means: 'An absolute http or https URI, or empty while `Activo` is false.' },
      'any-uri': { means: 'Any URI.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'Only these schemes can be delivered to, and length 0 is allowed. Fixed: nothing can be delivered to another scheme.',
    statements: ['EVT-03', 'EVT-04'],
  }),
  assumption({
    id: 'events/secret-put',
    question: 'What does a PUT do whose `Secret` is absent or null?',
    options: {
      kept: { means: 'The stored one stays.' },
      removed: { means: 'The stored one is removed.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'A client that sends back what it read must not lose its secret.',
    statements: ['EVT-03'],
  }),
  assumption({
    id: 'events/custom-headers',
    question: 'What becomes of custom headers that break HTTP or override the signed headers?',
    options: {
      '400': { means: 'A validation problem on the member in PUT.', default: true },
      'left-out': { means: 'They are stored, and left out of deliveries.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'The mistake is best reported where it is made.',
    statements: ['EVT-03', 'EVT-04', 'COM-09'],
  }),
  assumption({
    id: 'events/method',
    question: 'Which method does a delivery use?',
    options: {
      post: { means: 'POST.' },
      put: { means: 'PUT.' },
    },
    switchable: true,
    evidence: 'documented',
    why: 'Public documentation names it.',
    statements: ['EVT-04'],
  }),
  assumption({
    id: 'events/signature-algorithm',
    question: 'What is "HMAC-256", and what is its key?',
    options: {
      'utf-8-key': { means: 'HMAC-SHA256, keyed with the secret in UTF-8.' },
      'base64-key': { means: 'HMAC-SHA256, keyed with the secret decoded from base64.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'No other hash is meant by 256 in practice, and the secret is free text.',
    statements: ['EVT-05'],
  }),
  assumption({
    id: 'events/hook-id',
    question: 'What does `Notification-Hook-ID` identify?',
    options: {
      'per-notification': { means: 'One notification, the same in all its attempts.' },
      'per-configuration': { means: 'The configuration, the same in all its deliveries.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'A receiver needs it to recognize a repeat.',
    statements: ['EVT-05'],
  }),
  assumption({
    id: 'events/topic-header',
    question: 'When is `Notification-Topic` present?',
    options: {
      'app-only': { means: 'Always on app webhooks, never on agency hooks.' },
      always: { means: 'On both.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'Only app webhooks have topics.',
    statements: ['EVT-05', 'EVT-06'],
  }),
  assumption({
    id: 'events/agency-hooks',
    question: "Which headers do the agency's hooks carry?",
    options: {
      'as-app-webhook': {
        means:
          'The web hook those of an app webhook, signed when `Secret` is set; the ADF hook its id and timestamp, unsigned.',
      },
      'custom-only': { means: 'Their custom headers alone.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'The settings give a secret to the web hook alone.',
    statements: ['EVT-05', 'EVT-06', 'AGE-10'],
  }),
  assumption({
    id: 'events/catalogue-inquiry',
    question: "Does an inquiry on a catalogue entry notify the agency's channels?",
    options: {
      'not-notified': { means: 'It does not.' },
      notified: { means: 'It does.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'The channels are named after a publication that is inquired about.',
    statements: ['EVT-06', 'INQ-03'],
  }),
  assumption({
    id: 'events/other-topic-lists',
    question: 'Are topics listed by another route?',
    options: {
      none: { means: 'They are not.' },
      'per-agency': { means: '`GET /v3/agencias/{adminmail}/appnotificaciones` lists them too.' },
    },
    switchable: false,
    evidence: 'free',
    why: 'The description mentions other routes without showing any. Fixed: another list would be an operation that the description does not show.',
    statements: ['EVT-01'],
  }),
  assumption({
    id: 'events/state-topic',
    question: 'When does `publicacion-estado` notify?',
    options: {
      'every-state': { means: 'When a publication enters a state, also by its creation.' },
      'changes-only': { means: 'When a publication enters another state, not by its creation.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'A client that lost the answer to its create learns of it this way.',
    statements: ['EVT-01', 'EVT-04'],
  }),
  assumption({
    id: 'events/inquiry-recipients',
    question: 'Which apps does `publicacion-consultada` notify?',
    options: {
      publisher: { means: 'The app that published the publication.' },
      'every-reader': { means: 'Every app to which the list of inquiries shows it.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'Inquiries belong first to the app whose publication they are about.',
    statements: ['EVT-01', 'EVT-04', 'INQ-07'],
  }),
] as const
