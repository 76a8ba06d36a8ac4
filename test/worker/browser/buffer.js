/** What is used of Node's `Buffer`, for a page. */

const latin1 = (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

const DECODERS = {
  utf8: (bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
  latin1,
  base64: (bytes) => btoa(latin1(bytes)),
  base64url: (bytes) => btoa(latin1(bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
  hex: (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''),
}

const ENCODERS = {
  utf8: (text) => new TextEncoder().encode(text),
  latin1: (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0)),
  base64: (text) => ENCODERS.latin1(atob(text)),
  hex: (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
}

class PageBuffer extends Uint8Array {
  static from(given, second, length) {
    if (typeof given === 'string') {
      const bytes = ENCODERS[second ?? 'utf8'](given)
      return new PageBuffer(bytes.buffer, bytes.byteOffset, bytes.length)
    }
    return given instanceof ArrayBuffer ? new PageBuffer(given, second, length) : new PageBuffer(given)
  }

  static byteLength(text) {
    return typeof text === 'string' ? ENCODERS.utf8(text).length : text.byteLength
  }

  static alloc(length) {
    return new PageBuffer(length)
  }

  static concat(parts) {
    const whole = new PageBuffer(parts.reduce((length, part) => length + part.length, 0))
    let at = 0
    for (const part of parts) {
      whole.set(part, at)
      at += part.length
    }
    return whole
  }

  static allocUnsafeSlow(length) {
    return new PageBuffer(length)
  }

  toString(encoding = 'utf8') {
    return DECODERS[encoding](this)
  }

  includes(wanted) {
    return typeof wanted === 'number'
      ? super.includes(wanted)
      : latin1(this).includes(latin1(PageBuffer.from(wanted)))
  }
}

globalThis.Buffer = PageBuffer
globalThis.process = { env: {}, cpuUsage: () => ({ user: 0, system: 0 }) }
