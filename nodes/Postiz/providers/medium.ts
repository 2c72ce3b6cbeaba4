import {
	canonicalField,
	locatorField,
	network,
	stringField,
	tagLabelsField,
	titleField,
} from './declare';

/** Medium (docs/api.md, Providers). */
export const medium = network('Medium', 'medium', {
	text: 'markdown',
	maxLength: 100_000,
	ignoresThreads: true,
	fields: [
		titleField('Title', 'title', {
			minLength: 2,
			placeholder: 'e.g. How we roast our beans',
			description: 'Title of the story',
		}),
		stringField('Subtitle', 'subtitle', {
			required: true,
			minLength: 2,
			placeholder: 'e.g. From the sack to the cup',
			description: 'Second line of the title',
		}),
		locatorField('Publication', 'publication', {
			placeholder: 'e.g. b45573563f5a',
			picker: {
				tool: 'publications',
				whenEmpty: "The account doesn't write for a publication: leave this field empty.",
			},
			description: 'The publication to submit the story to. Your own profile if empty.',
		}),
		canonicalField('story', 'e.g. https://example.com/blog/roasting'),
		tagLabelsField({
			maxItems: 4,
			placeholder: 'e.g. coffee, craft',
			description: 'Up to four topics of the story, separated by commas',
		}),
	],
});
