/** Days between the request and the deletion of an account, in which it can be taken back. */
export const deletionDays = 30
