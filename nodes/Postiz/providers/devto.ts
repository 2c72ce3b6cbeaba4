import { propertiesOf, toNumberIfNumeric } from '../values/read';
import { articleFields, FILES_ARE_LOST, mistake, network, setting } from './declare';
import { eachOf, labelsOf, parseRow, rowOption } from './shapes';

/** Dev.to (docs/api.md, Providers). */
export const devto = network('Dev.to', 'devto', {
	text: 'markdown',
	maxLength: 100_000,
	ignoresThreads: true,
	rules: [
		FILES_ARE_LOST,
		mistake(
			'Tags',
			'have more than 126 characters together',
			({ tags }) => labelsOf(tags).join(', ').length > 126,
			{ mayPass: true },
		),
	],
	fields: [
		setting.title('Title', 'title', {
			minLength: 2,
			maxLength: 128,
			isLengthOfNetwork: true,
			placeholder: 'e.g. How we built our shop',
			description: 'Title of the article',
		}),
		setting.locator('Organization', 'organization', {
			placeholder: 'e.g. 501',
			tool: 'organizations',
			whenEmpty: "The account doesn't belong to an organization: leave this field empty.",
			description: 'The organization to publish for. Your own profile if empty.',
		}),
		setting.choices('Tags', 'tags', {
			maxItems: 4,
			tool: 'tags',
			idLike: /^\d+$/,
			toOption: rowOption(['value', 'label']),
			whenEmpty: 'Leave the tags empty, or try again later.',
			payload: eachOf((tag) => {
				const { value, label } = propertiesOf(parseRow(tag, ['value', 'label']));
				return value === undefined || label === undefined
					? undefined
					: { value: toNumberIfNumeric(value), label };
			}),
			element: {
				is: { value: 'number', label: 'text' },
				needs: 'the number and the name of a tag, such as {"value": 11, "label": "coffee"}',
			},
			description:
				'Up to four topics of the article. Choose from the list, or enter their names by expression.',
		}),
		...articleFields,
	],
});
