import { propertiesOf } from '../values/read';
import { articleFields, FILES_ARE_LOST, hint, network, setting } from './declare';
import { eachOf, parseRow, rowOption } from './shapes';

/** Hashnode (docs/api.md, Providers). */
export const hashnode = network('Hashnode', 'hashnode', {
	text: 'markdown',
	maxLength: 10_000,
	ignoresThreads: true,
	rules: [
		FILES_ARE_LOST,
		hint(
			'Publication',
			'must be of a paid plan (Pro), as Hashnode lets only these be written to from outside',
			() => true,
		),
	],
	fields: [
		setting.title('Title', 'title', {
			minLength: 6,
			placeholder: 'e.g. How we built our shop',
			description: 'Title of the article, at least 6 characters',
		}),
		setting.locator('Publication', 'publication', {
			required: true,
			placeholder: 'e.g. 64f1c2d3e4a5b6c7d8e9f0a1',
			tool: 'publications',
			whenEmpty: 'Create a publication (blog) on Hashnode first.',
			description: 'The blog to publish in',
		}),
		setting.choices('Tags', 'tags', {
			required: true,
			tool: 'tagsList',
			rows: 'tags',
			toOption: rowOption(['value', 'label']),
			whenEmpty: 'Try again later, or enter the tags with an expression.',
			payload: eachOf((tag) => {
				const row = propertiesOf(parseRow(tag, ['value', 'label']));
				// The name is optional for people who only know the ID of a tag.
				return row.value === undefined ? undefined : { label: row.value, ...row };
			}),
			element: {
				is: { value: 'text', label: 'text' },
				needs: 'the ID and the name of a tag, such as {"value": "tag-coffee", "label": "Coffee"}',
			},
			description: 'Topics of the article, at least one',
		}),
		...articleFields,
		setting.text('Subtitle', 'subtitle', {
			minLength: 2,
			placeholder: 'e.g. From the sack to the cup',
			description: 'Second line of the title',
		}),
	],
});
