import type { Clock } from './clock.ts'

/** Authorization behind a code or a token: what it opens, and its end in seconds since 1970. */
export type Grant<Rights> = Rights & { expires: number }

/** Everything that has to outlive the process; codes don't, as nobody waits for a restart with one. */
export interface TokenState<Rights> {
  access: [string, Grant<Rights>][]
  refresh: [string, Grant<Rights>][]
}

interface Lifetimes {
  accessSeconds: number
  refreshSeconds: number
}

interface TokenRules {
  codeSeconds: number
  createToken: () => string
  /** Left out where codes look like tokens. */
  createCode?: () => string
}

/** The codes and tokens that one marketplace gave out. Each channel adds its answers and its notion of a linked shop. */
export function createTokenStore<Rights extends object>(
  clock: Clock,
  lifetimes: Lifetimes,
  { codeSeconds, createToken, createCode = createToken }: TokenRules,
) {
  type Grants = Map<string, Grant<Rights>>
  const [codes, access, refresh]: [Grants, Grants, Grants] = [new Map(), new Map(), new Map()]
  let listener = (): void => {}
  const changed = (): void => listener()

  const isLive = ({ expires }: Grant<Rights>): boolean => expires > clock.now()
  const find = (grants: Grants, name: string): Grant<Rights> | undefined => {
    const grant = grants.get(name)
    return grant && isLive(grant) ? grant : undefined
  }
  /** Returns the grant and takes it away, so that it is good once. */
  const spend = (grants: Grants, name: string): Grant<Rights> | undefined => {
    const grant = find(grants, name)
    grants.delete(name)
    return grant
  }

  return {
    access,
    refresh,
    isLive,
    changed,
    issueCode(rights: Rights): string {
      const code = createCode()
      codes.set(code, { ...rights, expires: clock.now() + codeSeconds })
      return code
    },
    spendCode: (code: string) => spend(codes, code),
    spendRefresh: (token: string) => spend(refresh, token),
    findAccess: (token: string) => find(access, token),
    issue(rights: Rights, refreshEnds = clock.now() + lifetimes.refreshSeconds) {
      const issued = {
        access: createToken(),
        refresh: createToken(),
        accessEnds: clock.now() + lifetimes.accessSeconds,
        refreshEnds,
      }
      access.set(issued.access, { ...rights, expires: issued.accessEnds })
      refresh.set(issued.refresh, { ...rights, expires: refreshEnds })
      changed()
      return issued
    },
    /** Ends tokens, of all shops unless told which: 'access' makes clients refresh, 'all' makes them ask the seller again. */
    revoke(which: 'access' | 'all', isMeant: (grant: Grant<Rights>) => boolean = () => true): void {
      for (const grants of which === 'all' ? [access, refresh] : [access])
        for (const [token, grant] of grants) if (isMeant(grant)) grants.delete(token)
      changed()
    },
    onChange(next: () => void): void {
      listener = next
    },
    dump: (): TokenState<Rights> => ({ access: [...access], refresh: [...refresh] }),
    restore(state: TokenState<Rights>): void {
      for (const [token, grant] of state.access) access.set(token, grant)
      for (const [token, grant] of state.refresh) refresh.set(token, grant)
    },
    reset(): void {
      for (const grants of [codes, access, refresh]) grants.clear()
      changed()
    },
  }
}
