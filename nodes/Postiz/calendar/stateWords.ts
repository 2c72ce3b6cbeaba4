/** The states of posts in words, by the service's own (docs/api.md, Listing posts). */
const STATE_WORDS = new Map([
	['DRAFT', 'draft'],
	['ERROR', 'failed'],
	['PUBLISHED', 'published'],
	['QUEUE', 'scheduled'],
]);

/** A state as outputs and options name it; unknown states stay as they are. */
export const toStateWord = (state: string): string => STATE_WORDS.get(state) ?? state;

/** The state, in words, of a post just created with this `type`. */
export const toInitialState = (type: string): string => (type === 'draft' ? 'draft' : 'scheduled');
