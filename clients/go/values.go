package fairway

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"strconv"
	"strings"
)

// Point is a pair of degrees: [latitude, longitude] except in GeoJSON, which starts with the longitude.
type Point [2]float64

// UnmarshalJSON requires exactly two numbers, because Go would otherwise accept lists of any length.
func (p *Point) UnmarshalJSON(data []byte) error {
	var list []float64
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	if len(list) != 2 {
		return fmt.Errorf("a point has 2 numbers, not %d", len(list))
	}
	*p = Point{list[0], list[1]}
	return nil
}

// Ptr returns a pointer to a value, for optional fields.
func Ptr[T any](value T) *T {
	return &value
}

// Nullable is an optional field of a request that can also be set to null, which clears the stored value.
type Nullable[T any] struct {
	Value  T
	IsNull bool
}

// Set returns a field with a value.
func Set[T any](value T) *Nullable[T] {
	return &Nullable[T]{Value: value}
}

// Null returns a field that is sent as null.
func Null[T any]() *Nullable[T] {
	return &Nullable[T]{IsNull: true}
}

// MarshalJSON encodes the value or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	if n.IsNull {
		return []byte("null"), nil
	}
	return json.Marshal(n.Value)
}

// UnmarshalJSON decodes the value or null.
func (n *Nullable[T]) UnmarshalJSON(data []byte) error {
	*n = Nullable[T]{IsNull: string(data) == "null"}
	if n.IsNull {
		return nil
	}
	return json.Unmarshal(data, &n.Value)
}

// variant is a field of a union and the JSON that it accepts.
type variant struct {
	// start is the kind of the JSON: " [ { or n for a number and b for a boolean.
	start  byte
	target any
	// field and value identify an object among several.
	field string
	value string
}

func encodeUnion(name string, fields ...any) ([]byte, error) {
	for _, field := range fields {
		if value := reflect.ValueOf(field); value.IsValid() && !value.IsNil() {
			return json.Marshal(field)
		}
	}
	return nil, fmt.Errorf("%s: set one of its fields", name)
}

func decodeUnion(name string, data []byte, variants ...variant) error {
	data = bytes.TrimSpace(data)
	start := kindOf(data)
	for _, one := range variants {
		if one.start != start || !hasField(data, one) {
			continue
		}
		// A failed attempt must leave the field nil, so the value is decoded separately.
		target := reflect.ValueOf(one.target).Elem()
		decoded := reflect.New(target.Type())
		if json.Unmarshal(data, decoded.Interface()) == nil {
			target.Set(decoded.Elem())
			return nil
		}
	}
	return fmt.Errorf("%s: none of its types fits %.80s", name, data)
}

func kindOf(data []byte) byte {
	switch {
	case len(data) == 0:
		return 0
	case data[0] == '-' || (data[0] >= '0' && data[0] <= '9'):
		return 'n'
	case data[0] == 't' || data[0] == 'f':
		return 'b'
	}
	return data[0]
}

func hasField(data []byte, one variant) bool {
	if one.field == "" {
		return true
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(data, &fields) != nil {
		return false
	}
	var value string
	return json.Unmarshal(fields[one.field], &value) == nil && value == one.value
}

// setQuery adds a value to a query unless it is a nil pointer or a nil list.
func setQuery(values url.Values, name string, value any) {
	content := reflect.ValueOf(value)
	if content.Kind() == reflect.Pointer {
		if content.IsNil() {
			return
		}
		content = content.Elem()
	}
	if content.Kind() == reflect.Slice {
		if content.IsNil() {
			return
		}
		texts := make([]string, content.Len())
		for index := range texts {
			texts[index] = queryText(content.Index(index))
		}
		values.Set(name, strings.Join(texts, ","))
		return
	}
	values.Set(name, queryText(content))
}

func queryText(value reflect.Value) string {
	switch value.Kind() {
	case reflect.Float64:
		return strconv.FormatFloat(value.Float(), 'f', -1, 64)
	case reflect.Int64:
		return strconv.FormatInt(value.Int(), 10)
	case reflect.Bool:
		return strconv.FormatBool(value.Bool())
	case reflect.Array:
		texts := make([]string, value.Len())
		for index := range texts {
			texts[index] = queryText(value.Index(index))
		}
		return strings.Join(texts, ",")
	}
	return value.String()
}

// joinPath inserts values into a path. A slash in a value does not start a new segment.
func joinPath(template string, values ...string) string {
	for _, value := range values {
		start, end := strings.Index(template, "{"), strings.Index(template, "}")
		template = template[:start] + url.PathEscape(value) + template[end+1:]
	}
	return template
}
