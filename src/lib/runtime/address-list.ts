/** Ranges of addresses, judged by Node. */
export { BlockList as AddressList } from 'node:net'
