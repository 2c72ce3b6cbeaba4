import {
	NodeHelpers,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { Postiz } from '../../../nodes/Postiz/Postiz.node.ts';
import { resources } from '../../../nodes/Postiz/actions';
import { PostizTrigger } from '../../../nodes/PostizTrigger/PostizTrigger.node.ts';

/** A field of a form, with the names of what holds it. */
interface Field {
	path: string;
	property: INodeProperties;
}

function listFields(properties: INodeProperties[], outer: string): Field[] {
	return properties.flatMap((property) => {
		const path = `${outer} › ${property.displayName}`;
		const inner = (property.options ?? []).flatMap(
			(option: INodeProperties | INodePropertyCollection | INodePropertyOptions) =>
				'values' in option ? option.values : 'type' in option ? [option] : [],
		);
		return [{ path, property }, ...listFields(inner, path)];
	});
}

const listFormFields = ({ displayName, properties }: INodeTypeDescription) =>
	listFields(properties, displayName);

const fields = [new Postiz(), new PostizTrigger()].flatMap(({ description }) =>
	listFormFields(description),
);

test("examples of dates have seconds, since n8n's date picker clears typed dates without them", () => {
	const texts = fields
		.filter(({ property: { type, typeOptions } }) => type === 'dateTime' && !typeOptions?.dateOnly)
		.map(({ property: { description = '', placeholder = '' } }) => description + placeholder);
	expect(texts.join().match(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?!:\d\d)/g)).toBeNull();
	expect(texts.join()).toContain('2026-12-14 10:00:00');
});

test('a locator is emptied only by the field that gives its value a meaning', () => {
	const emptied = fields.flatMap(({ property: { type, displayName, typeOptions } }) =>
		type === 'resourceLocator' && typeOptions?.loadOptionsDependsOn
			? [`${displayName}: ${typeOptions.loadOptionsDependsOn.join()}`]
			: [],
	);
	expect([...new Set(emptied)].sort()).toEqual([
		'Experience: &company.cachedResultName',
		'Flair: &subreddit.cachedResultName',
		'Label: &group.cachedResultName',
	]);
});

test('fields with expressions hide hardly anything, since n8n deletes what it hides', () => {
	const form = listFormFields(new Postiz().description);
	const hasNotice = (name: string) =>
		form.some(({ property }) => property.type === 'notice' && property.name === name);
	const hidden = form.flatMap(({ path, property: { displayName, name, displayOptions } }) => {
		if (hasNotice(name)) return [];
		const beside = path.slice(0, path.lastIndexOf(' › '));
		const names = Object.keys({ ...displayOptions?.show, ...displayOptions?.hide });
		return form
			.filter(({ path: other, property }) => other === `${beside} › ${property.displayName}`)
			.filter(({ property }) => names.includes(property.name) && !property.noDataExpression)
			.map(({ property }) => `${displayName} (${property.displayName})`);
	});
	expect([...new Set(hidden)].sort()).toEqual([
		'End Date (Period)',
		'Flair (Add Flair)',
		'Limit (Return All)',
		'Link (Post Type)',
		'MeWe Group (Post To)',
		'Start Date (Period)',
		'Voice (Type)',
	]);
});

test('notices only have tags that n8n shows', () => {
	const notices = fields.filter(({ property: { type } }) => type === 'notice');
	expect(notices.length).toBeGreaterThan(2);
	const tags = notices.flatMap(({ property }) => property.displayName.match(/<[^>]*>/g) ?? []);
	expect(tags.filter((tag) => !/^<\/?(a|ul|li)\b/.test(tag))).toEqual([]);
	const hints = fields.flatMap(({ property }) => property.hint?.match(/<[^>]*>/g) ?? []);
	expect(hints.filter((tag) => !/^(<\/?b>|<br>)$/.test(tag))).toEqual([]);
});

/** The options of a form that are added one by one, each list as the editor shows it. */
const collections = fields.flatMap(({ path, property: { type, options = [] } }) =>
	type === 'collection'
		? [{ path, options: (options as INodeProperties[]).map((option) => ({ ...option })) }]
		: [],
);

test.each([new Postiz(), new PostizTrigger()])('each list of a form has its method', (node) => {
	const named = JSON.stringify(node.description).matchAll(
		/"(loadOptions|searchList)Method":"(\w+)"/g,
	);
	const methods = Object.entries(node.methods).flatMap(([kind, own]) =>
		Object.keys(own).map((name) => `${kind} ${name}`),
	);
	const lists = Array.from(
		named,
		([, kind, name]) => `${kind === 'searchList' ? 'listSearch' : kind} ${name}`,
	);
	expect(lists.length).toBeGreaterThan(0);
	expect(lists.filter((list) => !methods.includes(list))).toEqual([]);
});

test('a new option or filter is not marked as invalid', () => {
	const red = collections.flatMap(({ path, options }) =>
		options
			.filter(({ type, required, default: preset, options: choices, typeOptions = {} }) => {
				const values = (choices as INodePropertyOptions[] | undefined)?.map(({ value }) => value);
				// A list of the service has an entry for nothing: see the tests of these lists.
				const isKnown = typeOptions.loadOptionsMethod
					? preset === ''
					: values?.includes(preset as string);
				return required === true || (type === 'options' && !isKnown);
			})
			.map(({ displayName }) => `${path} › ${displayName}`),
	);
	expect(collections.length).toBeGreaterThan(20);
	expect([...new Set(red)]).toEqual([]);
});

test('each operation has a name and a description for models', () => {
	const tool = {
		...new Postiz().description,
		outputs: ['ai_tool' as const],
		usableAsTool: undefined,
	};
	const names = resources.flatMap(({ value: resource, operations }) =>
		operations.map(({ value: operation }) => {
			const parameters = { resource, operation };
			// The name that n8n proposes, and the description that it sets automatically.
			return [
				NodeHelpers.makeNodeName(parameters, tool),
				NodeHelpers.makeDescription(parameters, tool),
			];
		}),
	);
	expect(names.length).toBeGreaterThan(15);
	expect(new Set(names.flat()).size).toBe(names.length);
	for (const [name, description] of names) {
		expect(name).toBe(description);
		// Models are given 64 characters of it.
		expect(name.length).toBeLessThanOrEqual(64);
		// The canvas shows the action as the title of the node.
		expect(name.replace(' in Postiz', '').split(' ').length).toBeLessThanOrEqual(4);
		expect(name).toMatch(/^[A-Z][a-z]+( [\w,-]+){1,} in Postiz$/);
	}
	expect(names.flat()).toContain('Create post in Postiz');
});

test('the form stays small enough for a fast editor', () => {
	const MAX_BYTES = 122_000;
	const bytes = Buffer.byteLength(JSON.stringify(new Postiz().description));
	process.stdout.write(`The description of the Postiz node has ${bytes} of ${MAX_BYTES} bytes.\n`);
	expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
});
