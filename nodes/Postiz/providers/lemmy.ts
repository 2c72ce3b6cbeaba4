import { idIn, propertiesOf } from '../values/read';
import { network, problemIf, setting } from './declare';
import { ID_AND_NAME, parseRow, rowOption } from './shapes';

const groupIn = (element: unknown) => propertiesOf(propertiesOf(element).value);

// The service requires both the ID and the name of a community. If one is missing, the entered value is kept for
// validation.
function spreadCommunity(element: unknown): unknown {
	const { subreddit: community, ...rest } = groupIn(element);
	const { id, name } = propertiesOf(community);
	return id && name ? { value: { subreddit: name, id, ...rest } } : element;
}

/** Lemmy (docs/api.md, Providers). */
export const lemmy = network('Lemmy', 'lemmy', {
	maxLength: 10_000,
	media: { firstEndings: ['png', 'jpg', 'gif'] },
	ignoresLaterMedia: true,
	fields: [
		setting.fixedCollection('Communities', 'subreddit', {
			typeOptions: { multipleValues: true },
			required: true,
			default: { entry: [{}] },
			description: 'The Lemmy communities to post in',
			nested: {
				name: 'Community',
				fields: [
					setting.locator('Community', 'subreddit', {
						required: true,
						minLength: 2,
						placeholder: 'e.g. 301 | coffee',
						tool: 'subreddits',
						rows: 'communities',
						searchKey: 'word',
						searchFirst: true,
						toOption: rowOption(['id', 'name'], ['title', 'name']),
						byHand: 'ID and Name',
						payload: (value) => parseRow(value),
						shape: { is: 'text', needs: ID_AND_NAME },
						description: 'Type a word to search for communities.',
					}),
					setting.title('Title', 'title', {
						minLength: 2,
						placeholder: 'e.g. What do you brew this winter?',
						description: 'Title of the post',
					}),
					setting.link('Link', 'url', {
						description: 'Web address that the post links to. None if empty.',
					}),
				],
			},
			payload: (value) => (Array.isArray(value) ? value.map(spreadCommunity) : value),
		}),
	],
	check: ({ subreddit }) =>
		(Array.isArray(subreddit) ? subreddit : []).flatMap((element) => {
			const { id, subreddit: name } = groupIn(element);
			const lacksId = typeof name === 'string' && idIn(id) === '';
			return problemIf(lacksId, 'Community', `needs ${ID_AND_NAME}`);
		}),
});
