import { FILES_ARE_LOST, hint, network, setting } from './declare';
import { labelsOf } from './shapes';

/** Medium (docs/api.md, Providers). */
export const medium = network('Medium', 'medium', {
	text: 'markdown',
	maxLength: 100_000,
	ignoresThreads: true,
	rules: [
		FILES_ARE_LOST,
		hint(
			'Title',
			'has more than 100 characters, and is left out',
			({ title }) => String(title ?? '').length > 100,
		),
		hint('Tags', 'are only published up to 3, each with at most 25 characters', ({ tags }) => {
			const labels = labelsOf(tags);
			return labels.length > 3 || labels.some((label) => label.length > 25);
		}),
		hint('Publication', 'gets the story only as a draft', ({ publication }) => publication),
	],
	fields: [
		setting.title('Title', 'title', {
			minLength: 2,
			placeholder: 'e.g. How we roast our beans',
			description: 'Title of the story',
		}),
		setting.title('Subtitle', 'subtitle', {
			minLength: 2,
			placeholder: 'e.g. From the sack to the cup',
			description: 'Second line of the title',
		}),
		setting.locator('Publication', 'publication', {
			placeholder: 'e.g. b45573563f5a',
			tool: 'publications',
			whenEmpty: "The account doesn't write for a publication: leave this field empty.",
			description: 'The publication to submit the story to. Your own profile if empty.',
		}),
		setting.canonical('story', 'e.g. https://example.com/blog/roasting'),
		setting.tags({
			maxItems: 4,
			placeholder: 'e.g. coffee, craft',
			description: 'Up to four topics of the story, separated by commas',
		}),
	],
});
