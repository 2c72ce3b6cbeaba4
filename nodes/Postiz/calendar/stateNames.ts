/** The names of the service's states in outputs and options (docs/api.md, Listing posts). */
const STATE_NAMES = new Map([
	['DRAFT', 'draft'],
	['ERROR', 'failed'],
	['PUBLISHED', 'published'],
	['QUEUE', 'scheduled'],
]);

/** Returns the name of a state. Unknown states keep the service's name. */
export const getStateName = (state: string): string => STATE_NAMES.get(state) ?? state;

/** Returns the state of a new post of this `type`. */
export const getInitialStateName = (type: string): string =>
	type === 'draft' ? 'draft' : 'scheduled';
