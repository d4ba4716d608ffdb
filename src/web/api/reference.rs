//! The OpenAPI document, made ready to be read by people.

use serde_json::Value;

use super::document::DOCUMENT;

/// Operations that belong together.
#[derive(Clone, Debug)]
pub(in crate::web) struct Group {
    /// Its name.
    pub(in crate::web) name: String,
    /// What it is about.
    pub(in crate::web) words: String,
    /// Its operations.
    pub(in crate::web) operations: Vec<Operation>,
}

/// An operation.
#[derive(Clone, Debug)]
pub(in crate::web) struct Operation {
    /// Its name, for links to it.
    pub(in crate::web) id: String,
    /// `GET`, `POST`.
    pub(in crate::web) method: String,
    /// Its address.
    pub(in crate::web) path: String,
    /// What it does, in a line.
    pub(in crate::web) summary: String,
    /// What more there is to say, in Markdown.
    pub(in crate::web) words: String,
    /// Whether it needs a token.
    pub(in crate::web) needs_token: bool,
    /// What goes into the address and the headers.
    pub(in crate::web) parameters: Vec<Field>,
    /// What may be sent: media type and form.
    pub(in crate::web) bodies: Vec<(String, Form)>,
    /// What comes back: status, words, and the forms of the body.
    pub(in crate::web) answers: Vec<Answer>,
}

/// An answer.
#[derive(Clone, Debug)]
pub(in crate::web) struct Answer {
    /// The status.
    pub(in crate::web) status: String,
    /// What it means, in Markdown.
    pub(in crate::web) words: String,
    /// The bodies: media type and form.
    pub(in crate::web) bodies: Vec<(String, Form)>,
}

/// A parameter, or a member of an object.
#[derive(Clone, Debug)]
pub(in crate::web) struct Field {
    /// Its name.
    pub(in crate::web) name: String,
    /// Where it goes: `path`, `query`, `header`; empty for a member.
    pub(in crate::web) place: String,
    /// Whether it must be there.
    pub(in crate::web) required: bool,
    /// What it is.
    pub(in crate::web) form: Form,
    /// What it means, in Markdown.
    pub(in crate::web) words: String,
}

/// What a value is: words, and the object that they speak of, if it has a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::web) struct Form {
    /// The words before the name: `list of`.
    pub(in crate::web) words: String,
    /// The object's name.
    pub(in crate::web) object: String,
}

/// An object with a name.
#[derive(Clone, Debug)]
pub(in crate::web) struct Object {
    /// Its name.
    pub(in crate::web) name: String,
    /// What it is, in Markdown.
    pub(in crate::web) words: String,
    /// Its members.
    pub(in crate::web) fields: Vec<Field>,
    /// What it may be, if it is one of several, each with its members.
    pub(in crate::web) kinds: Vec<(String, String, Vec<Field>)>,
}

/// All operations, in the groups and the order of the document.
pub(in crate::web) fn groups() -> Vec<Group> {
    let document = value();
    let tags = list(&document["tags"]);
    let group = |tag: &Value| {
        let name = text(&tag["name"]);
        let mut operations = Vec::new();
        for (path, item) in members(&document["paths"]) {
            for (method, operation) in members(item) {
                if list(&operation["tags"]).any(|tag| tag == &name) {
                    operations.push(self::operation(path, method, operation));
                }
            }
        }
        operations.sort_by_key(|operation| operation.method != "POST" && name == "Recording");
        Group { words: text(&tag["description"]), operations, name }
    };
    tags.map(group).collect()
}

/// All objects with a name, by name.
pub(in crate::web) fn objects() -> Vec<Object> {
    let document = value();
    let schemas = members(&document["components"]["schemas"]);
    schemas.map(|(name, schema)| object(&document, name, schema)).collect()
}

fn value() -> Value {
    serde_json::to_value(&*DOCUMENT).unwrap_or_default()
}

fn operation(path: &str, method: &str, from: &Value) -> Operation {
    let answers = members(&from["responses"]).filter(|(status, _)| *status != "default");
    let answer = |(status, answer): (&String, &Value)| Answer {
        status: status.clone(),
        words: text(&answer["description"]),
        bodies: bodies(&answer["content"]),
    };
    let parameter = |parameter: &Value| Field {
        name: text(&parameter["name"]),
        place: text(&parameter["in"]),
        required: parameter["required"] == true,
        form: form(&parameter["schema"]),
        words: text(&parameter["description"]),
    };
    Operation {
        id: text(&from["operationId"]),
        method: method.to_uppercase(),
        path: path.to_owned(),
        summary: text(&from["summary"]),
        words: text(&from["description"]),
        needs_token: from["security"].is_array(),
        parameters: list(&from["parameters"]).map(parameter).collect(),
        bodies: bodies(&from["requestBody"]["content"]),
        answers: answers.map(answer).collect(),
    }
}

fn bodies(content: &Value) -> Vec<(String, Form)> {
    members(content).map(|(media_type, body)| (media_type.clone(), form(&body["schema"]))).collect()
}

fn object(document: &Value, name: &str, schema: &Value) -> Object {
    let kinds = list(&schema["oneOf"]).map(|kind| {
        let word = list(&kind["properties"]["kind"]["enum"]).next().or(list(&kind["enum"]).next());
        let word = word.map(text).unwrap_or_default();
        (word, text(&kind["description"]), fields(document, kind))
    });
    let words = text(&schema["description"]);
    Object {
        name: name.to_owned(),
        words,
        fields: fields(document, schema),
        kinds: kinds.collect(),
    }
}

/// The members of an object, those that it takes over from another one included.
fn fields(document: &Value, schema: &Value) -> Vec<Field> {
    let required: Vec<String> = list(&schema["required"]).map(text).collect();
    let own = members(&schema["properties"]).filter(|(name, _)| *name != "kind");
    let field = |(name, schema): (&String, &Value)| Field {
        name: name.clone(),
        place: String::new(),
        required: required.contains(name),
        form: form(schema),
        words: text(&schema["description"]),
    };
    let mut fields: Vec<Field> = own.map(field).collect();
    for part in list(&schema["allOf"]) {
        let other = part["$ref"].as_str().and_then(|name| name.rsplit('/').next());
        let part = other.map_or(part, |name| &document["components"]["schemas"][name]);
        fields.extend(self::fields(document, part));
    }
    fields
}

/// What a schema says that a value is.
fn form(schema: &Value) -> Form {
    if let Some(name) = schema["$ref"].as_str().and_then(|name| name.rsplit('/').next()) {
        return Form { words: String::new(), object: name.to_owned() };
    }
    let parts: Vec<&Value> = list(&schema["oneOf"]).chain(list(&schema["anyOf"])).collect();
    if let [a, b] = parts.as_slice() {
        return or_null(form(if a["type"] == "null" { b } else { a }));
    }
    let words: Vec<String> = list(&schema["enum"]).map(text).collect();
    if !words.is_empty() {
        return Form { words: words.join(", "), object: String::new() };
    }
    let types: Vec<String> = match &schema["type"] {
        Value::Array(types) => types.iter().map(text).collect(),
        one => vec![text(one)],
    };
    let kind = types.iter().find(|kind| *kind != "null").map_or("any", String::as_str);
    let form = match kind {
        "array" => {
            let items = form(&schema["items"]);
            Form { words: format!("list of {}", items.words), object: items.object }
        }
        "object" if schema["additionalProperties"].is_object() => {
            let values = form(&schema["additionalProperties"]);
            Form { words: format!("{} by name", values.words), object: values.object }
        }
        "string" => Form { words: string_words(schema), object: String::new() },
        "integer" => Form { words: "number".to_owned(), object: String::new() },
        "boolean" => Form { words: "true or false".to_owned(), object: String::new() },
        other => Form { words: other.to_owned(), object: String::new() },
    };
    if types.iter().any(|kind| kind == "null") { or_null(form) } else { form }
}

fn or_null(form: Form) -> Form {
    if form.object.is_empty() {
        return Form { words: format!("{} or null", form.words), ..form };
    }
    Form { words: format!("null or {}", form.words), ..form }
}

fn string_words(schema: &Value) -> String {
    match (text(&schema["pattern"]).as_str(), text(&schema["format"]).as_str()) {
        ("^[0-9a-f]{64}$", _) => "link".to_owned(),
        ("^[0-9a-f]{16}$", _) => "hash".to_owned(),
        (_, "date-time") => "moment".to_owned(),
        _ => "text".to_owned(),
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
