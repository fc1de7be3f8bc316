import { paths } from '../../paths.ts'
import { allows, type Me } from '../../session.ts'

const everyone = () => true
/** People who sign in at the central home have neither a password nor a second factor here. */
const signsInHere = (me: Me) => !me.is_owner_sso

/** The pages of the account, in the order of the menu: the user's own, then those for all of the account. */
export const accountParts = [
  { name: 'profile', to: paths.account(), title: 'account.profile', isShown: everyone },
  { name: 'display', to: paths.account('display'), title: 'account.display', isShown: everyone },
  { name: 'password', to: paths.account('password'), title: 'signIn.password', isShown: signsInHere },
  { name: 'two-factor', to: paths.account('two-factor'), title: 'factor.title', isShown: signsInHere },
  { name: 'sessions', to: paths.account('sessions'), title: 'sessions.title', isShown: everyone },
  { name: 'notifications', to: paths.account('notifications'), title: 'bell.title', isShown: everyone },
  {
    name: 'region',
    to: paths.account('region'),
    title: 'accountSetting.title',
    isShown: (me: Me) => allows(me, 'settings.account'),
  },
  {
    name: 'backup',
    to: paths.account('backup'),
    title: 'backup.title',
    isShown: (me: Me) => allows(me, 'data.export_all'),
  },
  {
    name: 'deletion',
    to: paths.account('deletion'),
    title: 'deletion.title',
    isShown: (me: Me) => allows(me, 'data.delete_account'),
  },
] as const
export type AccountPartName = (typeof accountParts)[number]['name']
