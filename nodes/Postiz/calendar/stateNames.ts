/** How outputs and options name the states of the service (docs/api.md, Listing posts). */
const STATE_NAMES = new Map([
	['DRAFT', 'draft'],
	['ERROR', 'failed'],
	['PUBLISHED', 'published'],
	['QUEUE', 'scheduled'],
]);

/** Unknown states keep the name of the service. */
export const getStateName = (state: string): string => STATE_NAMES.get(state) ?? state;

/** The name of the state of a post that was just created with this `type`. */
export const getInitialStateName = (type: string): string =>
	type === 'draft' ? 'draft' : 'scheduled';
