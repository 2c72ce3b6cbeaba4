/** The states of a post in words, by what the service calls them (docs/api.md, Listing posts). */
const WORDS = new Map([
	['DRAFT', 'draft'],
	['ERROR', 'failed'],
	['PUBLISHED', 'published'],
	['QUEUE', 'scheduled'],
]);

/** A state of the service as outputs and options name it; one that is not known stays as it is. */
export const stateWord = (state: string): string => WORDS.get(state) ?? state;

/** The state, in words, of a post that was just created with this `type`. */
export const firstState = (type: string): string => (type === 'draft' ? 'draft' : 'scheduled');
