import { type WrongVariant, wrong } from '../variant.ts'

/** Resources of other agencies and apps that can be seen or changed. */
export const WRONG_VISIBILITY: readonly WrongVariant[] = [
  wrong('other agencies readable', 'ERR-07', 'What is not for the app is 404.', { leak: 'agencyRead' }),
  wrong('other apps’ listings readable', 'ERR-07', 'What is not for the app is 404.', { leak: 'appRead' }),
  wrong('other apps’ listings writable', 'ERR-07', 'What is not for the app is 404.', { leak: 'appWrite' }),
  wrong('all inquiries for every app', 'INQ-07', 'The list covers the own listings.', {
    leak: 'appInquiries',
  }),
  wrong('inquiries of all agencies', 'INQ-04', 'The list is of one agency.', { leak: 'agencyInquiries' }),
  wrong('configurations of another app', 'EVT-02', 'An app has its own webhooks.', { leak: 'agencyHook' }),
]
