import { decode } from '../decode';
import type { Answers } from '../types';
import { look, type Point, type Question, type Source, type View } from './view';

const byId = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

const source = byId<HTMLTextAreaElement>('source');
const files = byId<HTMLInputElement>('files');
const drop = byId('drop');
const guess = byId<HTMLInputElement>('guess');
const target = byId<HTMLTextAreaElement>('target');

let sources: Source[] = [];
let view: View | undefined;
let asked = '';
let answers: Answers = {};
/** The addresses of what was downloaded, which have to last until the browser has read it. */
let downloads: string[] = [];

/** Texts of strangers are only ever texts: nothing is read as HTML. */
function element(tag: string, text = '', className = ''): HTMLElement {
	const made = document.createElement(tag);
	made.textContent = text;
	if (className) made.className = className;
	return made;
}

function show(id: string, isShown: boolean): void {
	byId(id).hidden = !isShown;
}

function say(words: string): void {
	const status = byId('status');
	// The same words are not said again.
	if (status.textContent !== words) status.textContent = words;
}

function convert(): void {
	const isEmpty = sources.every(({ text }) => text.trim() === '');
	const seen = isEmpty ? undefined : look(sources, { answers, guessesChannels: guess.checked });
	const problem = seen && 'problem' in seen ? seen.problem : '';
	view = seen && 'view' in seen ? seen.view : undefined;
	byId('problem').textContent = problem;
	show('problem', problem !== '');
	source.setAttribute('aria-invalid', String(problem !== ''));
	render();
}

function render(): void {
	const { questions = [], steps = [], looks = [], changes = [] } = view ?? {};
	askFor(questions);
	const made = view?.files ?? [];
	show('result', view !== undefined);
	show('take', made.length > 0);
	byId('result-title').textContent =
		made.length > 0 ? 'Your new workflow' : 'Nothing was converted';
	byId('summary').textContent = view?.summary ?? '';
	target.value = made.map(({ text }) => text).join('\n');
	show('copy', made.length === 1);
	byId('download').textContent = made.length === 1 ? 'Download' : `Download ${made.length} files`;
	list('todo', 'steps', steps);
	list('looks', 'look-list', looks);
	show('changes', changes.length > 0);
	byId('change-rows').replaceChildren(
		...changes.map(({ where, before, after }) => {
			const row = element('tr');
			const name = element('th', where);
			name.setAttribute('scope', 'row');
			row.append(name, cell(before, 'new'), cell(after, 'removed'));
			return row;
		}),
	);
	say(view?.summary ?? '');
}

function cell(text: string, ifEmpty: string): HTMLElement {
	const made = element('td');
	made.append(text ? element('code', text) : element('span', ifEmpty, 'where'));
	return made;
}

function list(section: string, id: string, points: Point[]): void {
	show(section, points.length > 0);
	byId(id).replaceChildren(
		...points.map(({ where, message, advice }) => {
			const item = element('li');
			if (where) item.append(element('strong', where), ': ');
			item.append(`${message.replace(/\.$/, '')}. `);
			if (advice) item.append(element('span', advice, 'where'));
			return item;
		}),
	);
}

/** Asks once for each account; what was entered stays while somebody types. */
function askFor(questions: Question[]): void {
	const now = JSON.stringify(questions);
	show('channels', questions.length > 0);
	if (now === asked) return;
	asked = now;
	byId('accounts').replaceChildren(
		...questions.map(({ id, label, usedBy }, index) => {
			const field = document.createElement('input');
			field.type = 'text';
			field.id = `account-${index}`;
			field.value = answers[id] ?? '';
			field.autocomplete = 'off';
			field.setAttribute('aria-describedby', `used-by-${index}`);
			field.addEventListener('input', () => {
				answers[id] = field.value;
				convert();
			});
			const name = element('label', label);
			name.setAttribute('for', field.id);
			const hint = element('p', `Used by ${usedBy}`, 'hint');
			hint.id = `used-by-${index}`;
			const row = element('div', '', 'account');
			row.append(name, field, hint);
			return row;
		}),
	);
}

/** An account of another workflow may be another one, also under the same ID. */
function start(given: Source[]): void {
	sources = given;
	answers = {};
	asked = '';
}

async function take(given: FileList): Promise<void> {
	start(
		await Promise.all(
			[...given].map(async (file) => ({
				name: file.name,
				text: decode(new Uint8Array(await file.arrayBuffer())),
			})),
		),
	);
	source.value = sources.length === 1 ? (sources[0]?.text ?? '') : '';
	source.placeholder = sources.length > 1 ? sources.map(({ name }) => name).join('\n') : '';
	convert();
}

source.addEventListener('input', () => {
	start([{ text: source.value }]);
	source.placeholder = '';
	convert();
});
guess.addEventListener('change', convert);
byId('choose').addEventListener('click', () => files.click());
files.addEventListener('change', () => {
	if (files.files?.length) void take(files.files);
	files.value = '';
});
for (const type of ['dragenter', 'dragover', 'dragleave', 'drop']) {
	document.addEventListener(type, (event) => {
		const { dataTransfer } = event as DragEvent;
		if (!dataTransfer?.types.includes('Files')) return;
		event.preventDefault();
		drop.classList.toggle('over', type === 'dragenter' || type === 'dragover');
		if (type === 'drop' && dataTransfer.files.length > 0) void take(dataTransfer.files);
	});
}

byId('copy').addEventListener('click', () => {
	void copy(target.value).then((isCopied) =>
		say(
			isCopied
				? 'Copied. In n8n, open a new workflow and paste it.'
				: 'Your browser does not let the page copy. Use Download, or Show it.',
		),
	);
});

async function copy(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		return false;
	}
}

byId('download').addEventListener('click', () => {
	for (const address of downloads) URL.revokeObjectURL(address);
	downloads = (view?.files ?? []).map(({ name, text }) => {
		const link = document.createElement('a');
		link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
		link.download = name;
		link.click();
		return link.href;
	});
	say('Downloaded. In n8n, choose Import from File.');
});
