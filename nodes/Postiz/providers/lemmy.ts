import { idIn, propertiesOf } from '../values/read';
import { mistake, network, NO_FILES_IN_THREAD, oneByOne, setting } from './declare';
import { ID_AND_NAME, parseRow, rowOption } from './shapes';

const groupIn = (element: unknown) => propertiesOf(propertiesOf(element).value);
const groupsIn = (list: unknown) => (Array.isArray(list) ? list.map(groupIn) : []);

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
	rules: [
		mistake(
			'Media',
			'must begin with a PNG, JPG or GIF picture, the cover of the post',
			(_settings, { files: [first] }) => first?.kind && !/^(png|jpg|gif)$/.test(first.ending),
			{ mayPass: true },
		),
		{ of: 'afterFirst', max: 0, in: 'post', note: 'Lemmy publishes only the first file' },
		NO_FILES_IN_THREAD,
		mistake(
			'Community',
			`needs ${ID_AND_NAME}`,
			({ subreddit }) =>
				groupsIn(subreddit).some(
					({ id, subreddit: name }) => typeof name === 'string' && idIn(id) === '',
				),
			{ inDrafts: true },
		),
		mistake('Title', 'must be one line of 3 to 200 characters', ({ subreddit }) =>
			groupsIn(subreddit).some(
				({ title }) => typeof title === 'string' && !/^.{3,200}$/u.test(title.trim()),
			),
		),
		oneByOne('Communities', 'subreddit'),
	],
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
});
