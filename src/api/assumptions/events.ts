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
        means: 'The given names.',
        value: { kind: 'words', pattern: '[A-Za-z0-9][A-Za-z0-9._-]*', example: ['publicacion-consultada'] },
      },
    },
    switchable: true,
    evidence: 'documented',
    why: 'The purpose of the first is documented; the others are what an app needs next.',
    statements: ['EVT-01'],
  }),
  assumption({
    id: 'events/topic-case',
    question: 'Does case matter in `topic`?',
    options: {
      '404': { means: 'It does: a topic in another case is not available.', default: true },
      same: { means: 'It does not.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'Topics are fixed words of the API, not data that people type.',
    statements: ['EVT-02', 'EVT-03'],
  }),
  assumption({
    id: 'events/first-configuration',
    question: 'How is a topic configured for the first time?',
    options: {
      put: { means: 'PUT creates it; POST does too, as under `post`.' },
      post: {
        means:
          '`POST /v3/appnotificaciones/{topic}` gives 201 with `Location`, or 409 if the topic is configured already; until then PUT gives 404.',
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
      absolute: { means: 'A URL with the scheme and host under which the service was last addressed.' },
      'as-in-responses': { means: 'The form of `common/href-form`.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'A receiver would resolve a path against its own host; a link object contains a URI either way.',
    statements: ['EVT-04', 'EVT-06', 'COM-02'],
  }),
  assumption({
    id: 'events/secret-shown',
    question: 'What do responses show in `Secret`?',
    options: {
      null: { means: 'Null.' },
      masked: { means: 'Asterisks in its place.' },
      'as-stored': { means: 'The secret.' },
    },
    switchable: true,
    evidence: 'description',
    why: 'The example shows null, although its configuration may have no secret.',
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
    why: 'A ref reveals little and makes the client read the current state.',
    statements: ['EVT-04'],
  }),
  assumption({
    id: 'events/agency-body',
    question: "What is the body of the agency's webhook?",
    options: {
      full: { means: 'The Consulta in full, as JSON.' },
      ref: { means: 'Its ref.' },
    },
    switchable: true,
    evidence: 'free',
    why: "The agency's system usually cannot fetch the rest.",
    statements: ['EVT-06'],
  }),
  assumption({
    id: 'events/adf',
    question: 'What do the ADF hook and the ADF mail contain?',
    options: {
      'adf-xml': { means: 'ADF 1.0 XML, as `application/xml`.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'Dealer systems read this version. Fixed: no other form is known.',
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
    why: 'The settings name only blind copies, so the main recipient is the responsible operator. Fixed: no other form is known.',
    statements: ['EVT-06', 'AGE-10'],
  }),
  assumption({
    id: 'events/success',
    question: 'When does a delivery succeed?',
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
      'retry-after': {
        means:
          'As often, but after a response of 429 or 503 not before its `Retry-After`; the attempts after it keep their distances.',
      },
      'one-attempt': { means: 'Never: there is only one attempt.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'The first, short delays cover a restart, the later ones an outage.',
    statements: ['EVT-07', 'EVT-05'],
  }),
  assumption({
    id: 'events/after-last',
    question: 'What happens after the last failed attempt?',
    options: {
      'stays-active': { means: 'The delivery is recorded as failed and the configuration stays active.' },
      suspended: { means: 'The configuration is suspended.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'One lost delivery should not disable a topic.',
    statements: ['EVT-07', 'EVT-04'],
  }),
  assumption({
    id: 'events/gone',
    question: 'What happens after the receiver answers 410?',
    options: {
      stops: { means: 'No further attempt is made.' },
      retried: { means: 'It is retried like any failure.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'RFC 9110 says that 410 is likely to be permanent.',
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
    why: 'Without a URL nothing can be delivered.',
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
    question: 'What does a PUT do if `Secret` is absent or null?',
    options: {
      kept: { means: 'It keeps the stored secret.' },
      removed: { means: 'It removes the stored secret.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'A client that sends back what it read must not lose its secret.',
    statements: ['EVT-03'],
  }),
  assumption({
    id: 'events/custom-headers',
    question: 'What happens to custom headers that break HTTP or override the signed headers?',
    options: {
      '400': { means: 'A validation problem on the member in PUT.', default: true },
      'left-out': { means: 'They are stored, and left out of deliveries.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'A mistake is best reported where it is made.',
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
      'base64-key': { isSurvivable: false, means: 'HMAC-SHA256, keyed with the secret decoded from base64.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'In practice 256 means SHA-256, and the secret is free text.',
    statements: ['EVT-05'],
  }),
  assumption({
    id: 'events/hook-id',
    question: 'What does `Notification-Hook-ID` identify?',
    options: {
      'per-notification': { means: 'One notification, the same in all its attempts.' },
      'per-configuration': {
        isSurvivable: false,
        means: 'The configuration, the same in all its deliveries.',
      },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'A receiver needs it to recognize a repeated delivery.',
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
          'The webhook carries those of an app webhook, signed if `Secret` is set; the ADF hook carries its id and timestamp, unsigned.',
      },
      'custom-only': { means: 'Only their custom headers.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'The settings give a secret to the webhook only.',
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
    why: 'The names of the channels speak of an inquiry about a publication.',
    statements: ['EVT-06', 'INQ-03'],
  }),
  assumption({
    id: 'events/other-topic-lists',
    question: 'Does another route list topics?',
    options: {
      none: { means: 'No.' },
      'per-agency': { means: 'Yes, `GET /v3/agencias/{adminmail}/appnotificaciones`.' },
    },
    switchable: false,
    evidence: 'free',
    why: 'The description mentions other routes without showing any. Fixed: another list would be an operation that the description does not show.',
    statements: ['EVT-01'],
  }),
  assumption({
    id: 'events/state-topic',
    question: 'When is `publicacion-estado` sent?',
    options: {
      'every-state': { means: 'When a publication enters a state, including at its creation.' },
      'changes-only': { means: 'When a publication enters another state, but not at its creation.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'A client that did not get the response to its create learns of the publication this way.',
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
    why: 'Inquiries concern first the app that published the publication.',
    statements: ['EVT-01', 'EVT-04', 'INQ-07'],
  }),
] as const
