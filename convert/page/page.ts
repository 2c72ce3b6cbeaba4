import { look, type Point, type Question, type Source, type View } from './view';

const byId = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

const source = byId<HTMLTextAreaElement>('source');
const files = byId<HTMLInputElement>('files');
const drop = byId('drop');
const guess = byId<HTMLInputElement>('guess');

let sources: Source[] = [];
let view: View | undefined;
let asked = '';
let answers: Record<string, string> = {};
/** The addresses of what was downloaded, which have to last until the browser has read it. */
let downloads: string[] = [];

/** Texts of strangers are only ever texts: nothing is read as HTML. */
function element(tag: string, text = '', className = ''): HTMLElement {
	const made = document.createElement(tag);
	made.textContent = text;
	made.className = className;
	return made;
}

function show(id: string, isShown: boolean): void {
	byId(id).hidden = !isShown;
}

function convert(): void {
	const isEmpty = sources.every(({ text }) => text.trim() === '');
	const choices = { answers, guessesChannels: guess.checked };
	const { problem = '', ...seen } = isEmpty ? {} : look(sources, choices);
	view = seen.view;
	byId('problem').textContent = problem;
	show('problem', problem !== '');
	source.setAttribute('aria-invalid', String(problem !== ''));
	const { questions = [], steps = [], looks = [], files: made = [], summary = '' } = view ?? {};
	show('result', view !== undefined);
	show('take', made.length > 0);
	byId('result-title').textContent =
		made.length > 0 ? 'Your new workflow' : 'Nothing was converted';
	byId('summary').textContent = summary;
	byId('said').textContent = '';
	show('copy', made.length === 1);
	byId('download').textContent = made.length > 1 ? `Download ${made.length} files` : 'Download';
	askFor(questions);
	list('todo', 'steps', steps);
	list('looks', 'look-list', looks);
}

function list(section: string, id: string, points: Point[]): void {
	show(section, points.length > 0);
	byId(id).replaceChildren(
		...points.map(({ where, message, advice }) => {
			const item = element('li');
			if (where) item.append(element('strong', where), ': ');
			item.append(`${message.replace(/\.$/, '')}. `);
			if (advice) item.append(element('span', advice, 'faint'));
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
			const hint = element('p', `Used by ${usedBy}`, 'faint');
			hint.id = `used-by-${index}`;
			const row = element('div');
			row.append(name, field, hint);
			return row;
		}),
	);
}

/** Converts other workflows, whose accounts may be others under the same ID, and brings the result into sight. */
function start(given: Source[]): void {
	sources = given;
	answers = {};
	asked = '';
	source.placeholder = given.flatMap(({ name = [] }) => name).join('\n');
	convert();
	if (view) byId('result').scrollIntoView();
}

async function take(given: FileList): Promise<void> {
	const read = [...given].map(async (file) => ({ name: file.name, text: await file.text() }));
	source.value = '';
	start(await Promise.all(read));
}

source.addEventListener('input', () => start([{ text: source.value }]));
guess.addEventListener('change', convert);
byId('choose').addEventListener('click', () => files.click());
files.addEventListener('change', () => {
	if (files.files?.length) void take(files.files).then(() => (files.value = ''));
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
	void navigator.clipboard.writeText(view?.files[0]?.text ?? '').then(
		() => (byId('said').textContent = 'Copied. In n8n, open a new workflow and paste it.'),
		() => (byId('said').textContent = 'Your browser does not let the page copy. Use Download.'),
	);
});

byId('download').addEventListener('click', () => {
	for (const address of downloads) URL.revokeObjectURL(address);
	downloads = (view?.files ?? []).map(({ name = '', text }) => {
		const link = document.createElement('a');
		link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
		link.download = name;
		link.click();
		return link.href;
	});
	byId('said').textContent = 'Downloaded. In n8n, choose Import from File.';
});
