export class Unreadable extends Error {
  readonly at: number
  constructor(at: number, message: string) {
    super(message)
    this.at = at
  }
}

/** Walks over a text; `last` is the end of what was read, without the spaces after. */
export class TextReader {
  readonly text: string
  at = 0
  last = 0

  constructor(text: string) {
    this.text = text
  }

  /** The next character that is no space; empty at the end of the text. */
  peek(): string {
    while (isSpace(this.text.charCodeAt(this.at))) this.at += 1
    return this.text.charAt(this.at)
  }

  take(length: number): void {
    this.at += length
    this.last = this.at
  }

  takeMatch(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    if (found !== undefined) this.take(found.length)
    return found
  }

  fail(message: string, at: number = this.at): never {
    throw new Unreadable(at, message)
  }
}

/** The four spaces of JSON; a reader of other spaces would accept what JSON.parse refuses. */
function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9
}
