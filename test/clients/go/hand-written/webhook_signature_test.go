package client

import (
	"encoding/json"
	"net/http"
	"os"
	"testing"
	"time"
)

// The snippet of the guide on the vectors whose service chose the defaults.
func TestVectors(t *testing.T) {
	var file struct {
		Vectors []struct {
			Name, Secret string
			Profile      map[string]string
			Headers      map[string]string
			Now          time.Time
			Verified     bool
		}
	}
	text, err := os.ReadFile("webhook-signatures.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, vector := range file.Vectors {
		if len(vector.Profile) > 0 {
			continue
		}
		header := http.Header{}
		for name, value := range vector.Headers {
			header.Set(name, value)
		}
		if IsGenuine(header, vector.Secret, vector.Now) != vector.Verified {
			t.Errorf("%s: not %v", vector.Name, vector.Verified)
		}
		tried++
	}
	if tried < 11 {
		t.Errorf("only %d vectors", tried)
	}
}
