export {
  type HeadersToVerify,
  type SignatureOptions,
  type SignatureRefusal,
  type SignatureResult,
  verifySignature,
} from '../../webhooks/verify-signature.ts'
