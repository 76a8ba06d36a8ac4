import { assumption } from './assumption.ts'

/** Open questions of the description about identifying the calling app and what it may do. */
export const authAssumptions = [
  assumption({
    id: 'auth/scheme',
    question: 'How is the calling app identified?',
    options: {
      open: { means: "Any caller counts as the scenario's first app, or as the app whose key it sends." },
      key: {
        isSurvivable: false,
        means: '`Authorization: Bearer KEY`, or Basic with the key and the secret.',
      },
      hmac: { isSurvivable: false, means: 'Every request is signed, as `auth/hmac` says.' },
    },
    switchable: true,
    evidence: 'documented',
    why: 'A first request should work without credentials, and a key shows which app is meant.',
    statements: ['ERR-07', 'ERR-09'],
  }),
  assumption({
    id: 'auth/hmac',
    question: 'What does a request signature cover?',
    options: {
      'acs-hmac': {
        means:
          '`Authorization: ACS-HMAC {AppKey}:{HMAC}`: base64 of HMAC-SHA256, keyed with the UTF-8 secret, over the method, the `Digest`, the `Date`, the sorted `x-acs-*` headers and the path with its query, one a line; scheme word and header prefix are configurable.',
      },
    },
    switchable: false,
    evidence: 'documented',
    why: 'This construction is publicly documented for a live service of this kind. Fixed: another signature would be another scheme.',
    statements: ['ERR-07', 'ERR-09'],
  }),
  assumption({
    id: 'auth/digest',
    question: 'Must a signed request have a digest of its body?',
    options: {
      'checked-when-sent': {
        means: 'A `Digest` header (`sha-256` or `sha-512`, base64 of the raw body) is checked if present.',
      },
      required: { means: 'A request with a body must have one.' },
    },
    switchable: true,
    evidence: 'documented',
    why: 'A digest that is sent must be right, but many clients send none.',
    statements: ['ERR-07', 'ERR-09'],
  }),
  assumption({
    id: 'auth/clock-tolerance',
    question: "How far may the `Date` of a signed request be from the world's clock?",
    options: {
      '300-seconds': { means: 'Up to 300 seconds, before or after.' },
      none: { means: 'Both must be in the same second.' },
      seconds: {
        means: 'Up to the given number of seconds, before or after.',
        value: { kind: 'integer', min: 1, max: 86400, example: 60 },
      },
    },
    switchable: true,
    evidence: 'free',
    why: 'Five minutes is what signing schemes commonly allow.',
    statements: ['ERR-07', 'ERR-09'],
  }),
  assumption({
    id: 'auth/replay',
    question: 'What is the response to a signature that was used a moment before?',
    options: {
      '401': { means: '401 within 60 seconds.', default: true },
      accepted: { means: 'The request is answered like any other.' },
    },
    switchable: true,
    evidence: 'documented',
    why: "Refusing repeats is documented; the length of the window is Playa's choice.",
    statements: ['ERR-07', 'ERR-09'],
  }),
  assumption({
    id: 'auth/unauthorized',
    question: 'What does a 401 look like?',
    options: {
      problem: { means: 'ProblemDetails with `WWW-Authenticate`.' },
      plain: { means: 'A plain message with `WWW-Authenticate`.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'The other refusals of writes are problems, and RFC 9110 requires the challenge.',
    statements: ['ERR-09', 'ERR-02'],
  }),
  assumption({
    id: 'auth/forbidden',
    question: 'What causes a 403?',
    options: {
      'access-operator-product': {
        means:
          "The app may only read the agency, the operator was not created through the API, or the agency's product does not permit the step.",
      },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'The description hints at each of them. Fixed: the causes are part of a scenario.',
    statements: ['ERR-08', 'AGE-04', 'PUB-01'],
  }),
  assumption({
    id: 'auth/forbidden-reads',
    question: 'What is the response to a read of something that the app may not use?',
    options: {
      '404': { means: '404 with a plain message.', default: true },
      '403': { means: 'A problem with status 403.' },
    },
    switchable: true,
    evidence: 'description',
    why: 'Reads list no 403, and what the app may not see appears to be missing.',
    statements: ['ERR-07', 'PUB-20'],
  }),
] as const
