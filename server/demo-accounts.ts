export const demoPassword = 'demo1234'

const emails = ['owner@demo.test', 'manager@demo.test', 'packer@demo.test', 'owner@other.test']

/** The setting DEMO_ACCOUNTS of the accounts that the demo makes. */
export const demoAccounts = emails.map((email) => `${email}=${demoPassword}`).join()
