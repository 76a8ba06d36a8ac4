/** Statements without a clause in the sections on states, agencies, inquiries and webhooks, each with the reason. */
export const statesUnchecked: Readonly<Record<string, string>> = {
  'PUB-32':
    'Which listings hide a suspended publication is left open, and no described operation sends an inquiry to see it refused.',
  'INQ-07':
    'Which publications another app published, and what the agency has enabled, cannot be read; only a second app could tell.',
  'EVT-04': 'Deliveries need a receiver that the subject reaches and an event to cause; they are later work.',
  'EVT-05': 'The signature is part of a delivery; it is later work, beside the receiver.',
  'EVT-06':
    'Nothing in the described API makes an inquiry, so the channels of an agency cannot be set off; it is later work.',
  'EVT-07': 'Retries take hours on a live clock, and the description leaves all of them open.',
}
