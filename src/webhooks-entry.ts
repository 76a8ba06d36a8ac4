export {
  type HeadersToVerify,
  type SignatureOptions,
  type SignatureRefusal,
  type SignatureResult,
  verifySignature,
} from './webhook-lab/verify-signature.ts'
