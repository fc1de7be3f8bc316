/** Answers in one clear line why nothing can listen on `host`:`port`; `setting` is what names the port. */
export function explainListen(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  setting: string,
): string {
  switch (error.code ?? '') {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken: stop the program that listens there, or set ${setting} to another port.`
    case 'EACCES':
      return `Port ${port} may not be used by this user: set ${setting} to 1024 or above.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST is ${host}, which is no address of this machine: set it to 127.0.0.1 or 0.0.0.0.`
    default:
      return `Port ${port} on ${host} cannot be used (${error.message}): set ${setting} to another port.`
  }
}
