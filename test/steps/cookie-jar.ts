/** The cookies of one browser, for one site. */
export class CookieJar {
  readonly #cookies = new Map<string, string>()

  take(reply: Pick<Response, 'headers'>): void {
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      const isGone = value === '' || /expires=Thu, 01 Jan 1970/i.test(line)
      if (isGone) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
  }

  set(name: string, value: string): void {
    this.#cookies.set(name, value)
  }

  get(name: string): string | undefined {
    return this.#cookies.get(name)
  }

  names(): string[] {
    return [...this.#cookies.keys()]
  }

  copy(): CookieJar {
    const copy = new CookieJar()
    for (const [name, value] of this.#cookies) copy.set(name, value)
    return copy
  }

  header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}
