// Many people paste a key with the word that other services want before it.
const PREFIX = /^\s*(authorization:\s*)?(bearer\s+)?/i;

/** A pasted key or token as the service takes it: bare (docs/api.md, Authentication). */
export const bareKey = (pasted: string) => pasted.replace(PREFIX, '').trim();

/** The n8n expression that does the same with a field of a credential. */
export const bareKeyExpression = (field: string) => `${field}.replace(${PREFIX}, '').trim()`;
